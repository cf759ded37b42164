function toBase64(bytes) {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}

/** Encodes Base64 JPEGs as H.264; the first becomes a key picture. Undefined if this browser has no encoder. */
globalThis.encode = async ({ frames, width, height, bitrate }) => {
  const config = { codec: 'avc1.42001f', width, height, bitrate, avc: { format: 'avc' } }
  if (!(await VideoEncoder.isConfigSupported(config)).supported) return undefined
  const samples = []
  let description
  const failures = []
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      samples.push({
        bytes: toBase64(bytes),
        isKey: chunk.type === 'key',
        atMs: chunk.timestamp / 1_000,
      })
      const given = metadata?.decoderConfig?.description
      if (given) description = toBase64(new Uint8Array(given.buffer ?? given))
    },
    error: (error) => failures.push(error),
  })
  encoder.configure(config)
  const canvas = new OffscreenCanvas(width, height)
  const paper = canvas.getContext('2d')
  for (const [index, { jpeg, atMs }] of frames.entries()) {
    const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const scale = Math.min(width / image.width, height / image.height)
    const [w, h] = [image.width * scale, image.height * scale]
    paper.fillRect(0, 0, width, height)
    paper.drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
    image.close()
    const frame = new VideoFrame(canvas, { timestamp: atMs * 1_000 })
    encoder.encode(frame, { keyFrame: index === 0 })
    frame.close()
    while (encoder.encodeQueueSize > 4 && failures.length === 0)
      await new Promise((done) => setTimeout(done, 2))
  }
  await encoder.flush()
  encoder.close()
  if (failures.length > 0) throw failures[0]
  return { samples, description }
}

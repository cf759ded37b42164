import { bytes, optionalTextSetting, setting } from './setting.ts'

export const mediaSettings = {
  ffmpegPath: optionalTextSetting(
    'WEIR_FFMPEG_PATH',
    'Path of ffmpeg (5 or newer), which the formats `audio` and `video` use for streams and for MP3. When unset, an installed ffmpeg is used; `off` uses none.',
  ),
  ytDlpPath: optionalTextSetting(
    'WEIR_YT_DLP_PATH',
    'Path of yt-dlp, which is tried on pages that name no audio or video themselves. When unset, an installed yt-dlp is used; `off` uses none.',
  ),
  bytesMax: setting(
    'WEIR_MEDIA_BYTES_MAX',
    bytes('Largest audio or video file that is fetched, in bytes.').default(512 * 1024 * 1024),
  ),
}

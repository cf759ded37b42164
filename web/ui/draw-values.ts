import Plot from 'uplot'
import type { Point } from './value-chart.tsx'

/** Draws a stepped line into an element, as wide as it is; returns how to remove it. */
export function drawValues(
  frame: HTMLElement,
  {
    label,
    points,
    height,
  }: { readonly label: string; readonly points: readonly Point[]; readonly height: number },
): () => void {
  const style = getComputedStyle(frame)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--soft'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const stepped = Plot.paths.stepped?.({ align: 1 })
  const plot = new Plot(
    {
      width: frame.clientWidth,
      height,
      legend: { show: false },
      scales: { x: { time: true } },
      axes: [axis, { ...axis, size: 56 }],
      series: [
        {},
        {
          label,
          stroke: colour('--accent'),
          width: 2,
          ...(stepped && { paths: stepped }),
          points: { show: points.length < 40, size: 5 },
        },
      ],
    },
    [points.map(({ at }) => Date.parse(at) / 1_000), points.map(({ value }) => value)],
    frame,
  )
  const observer = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height }))
  observer.observe(frame)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}

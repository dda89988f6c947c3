import type { PdfBars, TextStyle } from './parts.ts'
import type { PdfText } from './text.ts'

const HEIGHT = 120
const KEY_HEIGHT = 18
const LABEL_HEIGHT = 14
/** Points for the numbers of the scale, left of the bars. */
const SCALE_WIDTH = 34
const MAX_BAR_WIDTH = 40
const GRID_COLOR = '#e5e7eb'
const SMALL_STYLE: TextStyle = { size: 8, color: '#4b5563' }

/** Points from the top of a chart to what follows it. */
export const BAR_CHART_HEIGHT = KEY_HEIGHT + HEIGHT + LABEL_HEIGHT + 8

interface Place {
  left: number
  top: number
  width: number
}

/** Draws stacked bars with a key above and a scale of whole numbers at the left. */
export function drawBars(document: PDFKit.PDFDocument, text: PdfText, bars: PdfBars, place: Place): void {
  drawKey(document, text, bars, place)
  const [left, top] = [place.left + SCALE_WIDTH, place.top + KEY_HEIGHT]
  const width = place.width - SCALE_WIDTH
  const highest = scaleOf(Math.max(...bars.points.map(({ values }) => values.reduce((sum, value) => sum + value, 0))))
  for (const part of [0, 0.5, 1]) {
    const y = top + HEIGHT * (1 - part)
    document
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .strokeColor(GRID_COLOR)
      .stroke()
    const number = (highest * part).toLocaleString('en-US')
    text.line(number, left - 6 - text.widthOf(number, SMALL_STYLE), y - 5, SMALL_STYLE)
  }
  const slot = width / bars.points.length
  const thick = Math.min(MAX_BAR_WIDTH, slot * 0.6)
  // Labels that would touch each other are left out in turn.
  const widest = Math.max(...bars.points.map(({ label }) => text.widthOf(label, SMALL_STYLE))) + 6
  const every = Math.ceil(widest / slot)
  for (const [index, { label, values }] of bars.points.entries()) {
    const middle = left + slot * (index + 0.5)
    let y = top + HEIGHT
    for (const [level, value] of values.entries()) {
      const height = (value / highest) * HEIGHT
      y -= height
      if (height > 0) document.rect(middle - thick / 2, y, thick, height).fill(bars.series[level]?.color)
    }
    if (index % every === 0)
      text.line(label, middle - text.widthOf(label, SMALL_STYLE) / 2, top + HEIGHT + 3, SMALL_STYLE)
  }
}

function drawKey(document: PDFKit.PDFDocument, text: PdfText, { series }: PdfBars, { left, top }: Place): void {
  let x = left + SCALE_WIDTH
  for (const { name, color } of series) {
    document.rect(x, top + 2, 8, 8).fill(color)
    text.line(name, x + 12, top, SMALL_STYLE)
    x += 12 + text.widthOf(name, SMALL_STYLE) + 14
  }
}

/** Returns an even number of one or two digits and zeros that is not below the value: half of it is whole as well. */
export function scaleOf(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.max(2, Math.ceil(value / (2 * unit)) * 2 * unit)
}

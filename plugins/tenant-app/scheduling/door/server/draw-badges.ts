import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import type { TextStyle } from '#core/server/pdf/parts.ts'
import { openPdf } from '#core/server/pdf/text.ts'
import type { BadgeSheet } from './print-badges.ts'

/** Points of a millimeter. */
const MM = 72 / 25.4
const PADDING = 3 * MM
const DOT_RADIUS = 2.2 * MM
const RED = '#b91c1c'
const GRAY = '#4b5563'

interface Layout {
  page: [number, number]
  badge: { width: number; height: number }
  columns: number
  rows: number
}

/** Sheets of 24 labels, 70 × 37 mm each, from edge to edge of A4; and single labels of 62 × 29 mm. */
const layouts: Record<BadgeSheet['format'], Layout> = {
  sheet: { page: [210 * MM, 297 * MM], badge: { width: 70 * MM, height: 37 * MM }, columns: 3, rows: 8 },
  label: { page: [62 * MM, 29 * MM], badge: { width: 62 * MM, height: 29 * MM }, columns: 1, rows: 1 },
}

const NAME_STYLE: TextStyle = { size: 18, weight: 'bold' }
const GROUP_STYLE: TextStyle = { size: 9, color: GRAY }
const CODE_STYLE: TextStyle = { size: 16, weight: 'bold' }

const alertTexts = { some: 'Alert', unknown: 'Alert not known' } as const

/** Draws badges, each with its texts and a dot: full for an alert, a ring where it is not known. */
export const draw: DrawPdf<BadgeSheet> = ({ title, createdAt, format, badges }) => {
  const { page, badge, columns, rows } = layouts[format]
  const { document, text } = openPdf({ size: page, info: { Title: title, CreationDate: createdAt } })
  const root = document.struct('Document')
  document.addStructure(root)
  // Not all printers reach the margin above the sheet's labels: half of a millimeter is left.
  const top = (page[1] - rows * badge.height) / 2
  for (const [index, { name, group, code, alert }] of badges.entries()) {
    const place = index % (columns * rows)
    if (place === 0 && index > 0) document.addPage({ size: page, margin: 0 })
    const x = (place % columns) * badge.width + PADDING
    const y = top + Math.floor(place / columns) * badge.height + PADDING
    const width = badge.width - 2 * PADDING
    const line = (words: string, from: number, style: TextStyle, room: number) => {
      const [fitting = ''] = text.linesOf(words, room, style, 1)
      root.add(document.struct('P', {}, () => text.line(fitting, x, from, style)))
    }
    line(name, y, NAME_STYLE, width - 3 * DOT_RADIUS)
    if (group) line(group, y + 26, GROUP_STYLE, width)
    line(code, y + badge.height - 2 * PADDING - CODE_STYLE.size - 4, CODE_STYLE, width)
    if (alert === 'none') continue
    root.add(
      document.struct('Figure', { alt: alertTexts[alert] }, () => {
        document.circle(x + width - DOT_RADIUS, y + DOT_RADIUS + 2, DOT_RADIUS)
        if (alert === 'some') document.fill(RED)
        else document.lineWidth(1).stroke(GRAY)
      }),
    )
  }
  root.end()
  document.end()
  return document
}

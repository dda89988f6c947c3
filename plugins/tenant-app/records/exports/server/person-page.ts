import { longDate } from '#core/server/texts.ts'

/** Personal data, as in `data.json`. */
export interface PersonData {
  platformName: string
  madeAt: string
  includesHealth: boolean
  parts: { key: string; title: string; rows: Record<string, unknown>[] }[]
}

/** Renders a self-contained page for any browser. */
export function renderPersonPage({ platformName, madeAt, includesHealth, parts }: PersonData): string {
  const filled = parts.filter(({ rows }) => rows.length > 0)
  const empty = parts.filter(({ rows }) => rows.length === 0).map(({ title }) => escapeHtml(title))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Personal data, ${escapeHtml(longDate(madeAt))}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem; border: 1px solid #8888; white-space: pre-wrap; }
h2 { margin-top: 2.5rem; }
</style>
</head>
<body>
<h1>Personal data</h1>
<p>What ${escapeHtml(platformName)} kept on ${escapeHtml(longDate(madeAt))}. The same data for programs is in data.json, and files are in the folder files. Passwords, keys and tokens are not in it; neither are data about other people and the
organization’s internal notes.${includesHealth ? ' Health data is in it: store it where only you can read it.' : ''}</p>
${filled.map(({ title, rows }) => `<h2>${escapeHtml(title)}</h2>\n${renderTable(rows)}`).join('\n')}
${empty.length > 0 ? `<h2>Nothing is kept of</h2>\n<p>${empty.join(', ')}</p>` : ''}
</body>
</html>
`
}

function renderTable(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const head = columns.map((name) => `<th scope="col">${escapeHtml(wordsOf(name))}</th>`).join('')
  const body = rows.map(
    (row) => `<tr>${columns.map((name) => `<td>${escapeHtml(renderCell(row[name]))}</td>`).join('')}</tr>`,
  )
  return `<div><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>`
}

/** Formats `emergencyPhone` as 'Emergency phone'. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function renderCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  // Drops fractions of a second from an instant.
  return value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?(\+00:00|Z)$/, '$1 $2 UTC')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** One caption: what is shown from when to when. */
export interface Cue {
  /** Seconds. */
  start: number
  /** Seconds, after the start. */
  end: number
  /** Plain words, in lines. */
  text: string
}

/** Captions of one film: a day of it, with one each second, would have more. */
const MAX_CUES = 10_000

/** Characters of one. */
const MAX_CUE_LENGTH = 1000

/** Why captions cannot be read, for whoever wrote them. */
export class CaptionsError extends Error {}

const time = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timing = new RegExp(String.raw`^[ \t]*${time}[ \t]+-->[ \t]+${time}(?:[ \t].*)?$`)

/**
 * The cues of a text in WebVTT (W3C), in their order, as plain words: voices, styles, places and comments are left out,
 * so that nothing of them reaches a browser.
 * @throws CaptionsError in words, with the line
 */
export function parseCues(source: string): Cue[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) {
    throw new CaptionsError('These are no captions in WebVTT: the first line must be WEBVTT')
  }
  const cues: Cue[] = []
  // What follows the first line until an empty one belongs to it.
  let at = endOfBlock(lines, 1)
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1
      continue
    }
    const end = endOfBlock(lines, at)
    const cue = parseCue(lines, at, end)
    if (cue) cues.push(cue)
    if (cues.length > MAX_CUES) throw new CaptionsError(`There are more than ${MAX_CUES} captions`)
    at = end
  }
  if (cues.length === 0) throw new CaptionsError('There is no caption in it')
  return cues.toSorted((one, other) => one.start - other.start)
}

function endOfBlock(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at]?.trim() !== '') at += 1
  return at
}

/** undefined for a block that shows nothing. */
function parseCue(lines: readonly string[], from: number, end: number): Cue | undefined {
  const first = lines[from] ?? ''
  if (/^(NOTE|STYLE|REGION)(?:[ \t].*)?$/.test(first)) return undefined
  const timed = first.includes('-->') ? from : from + 1
  const found = timing.exec(lines[timed] ?? '')
  const where = `Line ${timed + 1}`
  if (timed >= end || !found) throw new CaptionsError(`${where}: a time like 00:01.000 --> 00:04.000 is missing`)
  const [start, stop] = [toSeconds(found.slice(1, 5)), toSeconds(found.slice(5, 9))]
  if (stop <= start) throw new CaptionsError(`${where}: the caption ends before it begins`)
  const text = stripMarkup(lines.slice(timed + 1, end).join('\n'))
  if (text.length > MAX_CUE_LENGTH)
    throw new CaptionsError(`${where}: a caption has at most ${MAX_CUE_LENGTH} characters`)
  return text === '' ? undefined : { start, end: stop, text }
}

const toSeconds = ([hours, minutes, seconds, thousandths]: string[]) =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  quot: '"',
  apos: "'",
}

function stripMarkup(payload: string): string {
  return payload
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? (/^[lr]rm$/.test(name) ? '' : whole))
    .replaceAll(/[^\P{Cc}\n]|\p{Cs}|\p{Bidi_Control}/gu, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Cues as WebVTT, from which `parseCues` makes them again. */
export const formatCaptions = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(({ start, end, text }) => `${formatTime(start)} --> ${formatTime(end)}\n${escapeHtml(text)}`),
    '',
  ].join('\n\n')

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function formatTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0')
  const parts = [thousandths / 3_600_000, (thousandths / 60_000) % 60, (thousandths / 1000) % 60]
  return `${parts.map((part) => pad(part)).join(':')}.${pad(thousandths % 1000, 3)}`
}

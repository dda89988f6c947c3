import { decodeHTML, decodeHTMLStrict } from 'entities/decode'

/** Caption: a text with its start and end. */
export interface Cue {
  /** Seconds. */
  start: number
  /** Seconds, after the start. */
  end: number
  /** Plain text, in lines. */
  text: string
}

/** Caption that cannot be shown, by its line from 1, and why. */
export interface LeftOutCue {
  line: number
  message: string
}

export interface ReadCaptions {
  /** Ordered by start. */
  cues: Cue[]
  leftOut: LeftOutCue[]
}

/** Maximum captions of one video: several hours of speech have fewer. */
const MAX_CUES = 10_000

/** Maximum characters of one caption. */
const MAX_CUE_LENGTH = 1000

/** Reason why captions cannot be read at all, as a message for their author. */
export class CaptionsError extends Error {}

/** Caption as written in its file. */
interface WrittenCue {
  /** Line of its times, from 0. */
  at: number
  times: string
  lines: string[]
}

const ARROW = '-->'

/**
 * Reads captions in WebVTT as browsers do (W3C, WebVTT parser algorithm), or in SRT. Keeps times and plain text: voices,
 * styles, positions and comments are left out, so that none of them reaches a browser.
 * @throws CaptionsError with a message for the author
 */
export function readCaptions(source: string): ReadCaptions {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/)
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  if (!isWebVtt && !lines.some((line) => srtTimes.test(line))) {
    throw new CaptionsError('This file is not WebVTT or SRT. Export the captions as .vtt or .srt.')
  }
  const leftOut: LeftOutCue[] = []
  const cues: Cue[] = []
  for (const written of isWebVtt ? splitWebVtt(lines, leftOut) : splitSrt(lines)) {
    const cue = parseCue(written, isWebVtt, leftOut)
    if (cue) cues.push(cue)
    if (cues.length > MAX_CUES) throw new CaptionsError(`There are more than ${MAX_CUES} captions`)
  }
  return {
    cues: cues.toSorted((one, other) => one.start - other.start),
    leftOut: leftOut.toSorted((one, other) => one.line - other.line),
  }
}

/**
 * Splits WebVTT into the blocks that have times. Only an empty line ends a block; a line with an arrow begins another one,
 * also right below the first line of the file.
 */
function splitWebVtt(lines: readonly string[], leftOut: LeftOutCue[]): WrittenCue[] {
  const found: WrittenCue[] = []
  // The lines after the header belong to it, until an empty line or a caption.
  let at = findEnd(lines, 1)
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1
      continue
    }
    const timed = [at, at + 1].find((line) => lines[line]?.includes(ARROW))
    const end = findEnd(lines, timed === undefined ? at : timed + 1)
    if (timed !== undefined) {
      found.push({ at: timed, times: lines[timed] ?? '', lines: lines.slice(timed + 1, end) })
    } else if (!/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[at] ?? '') && lines.slice(at, end).some(isWritten)) {
      leftOut.push({ line: at + 1, message: 'these words were left out, since no times stand above them' })
    }
    at = end
  }
  return found
}

function findEnd(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) if (lines[at] === '' || lines[at]?.includes(ARROW)) return at
  return lines.length
}

const isWritten = (line: string) => line.trim() !== ''
const isNumber = (line: string | undefined) => /^\s*\d+\s*$/.test(line ?? '')

/** Splits SRT into captions: each reaches to the times of the next one, without the number above these. */
function splitSrt(lines: readonly string[]): WrittenCue[] {
  const places = lines.flatMap((line, at) => (line.includes(ARROW) ? [at] : []))
  const isNumbered = isNumber(lines[(places[0] ?? 0) - 1])
  return places.map((at, index) => {
    const next = places[index + 1]
    const end = next === undefined ? lines.length : isNumbered && isNumber(lines[next - 1]) ? next - 1 : next
    return { at, times: lines[at] ?? '', lines: lines.slice(at + 1, end) }
  })
}

const vttTime = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)`
const vttTimes = new RegExp(String.raw`^\s*${vttTime}\s*-->\s*${vttTime}`)
const srtTime = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?`
const srtTimes = new RegExp(String.raw`^\s*${srtTime}\s*-->\s*${srtTime}`)

function parseCue({ at, times, lines }: WrittenCue, isWebVtt: boolean, leftOut: LeftOutCue[]): Cue | undefined {
  const leave = (why: string) => {
    leftOut.push({ line: at + 1, message: `this caption was left out, since ${why}` })
    return undefined
  }
  const found = (isWebVtt ? vttTimes : srtTimes).exec(times)
  if (!found) {
    return leave(
      `its times are not written as ${isWebVtt ? '00:01.000 --> 00:04.000' : '00:00:01,000 --> 00:00:04,000'}`,
    )
  }
  const text = stripMarkup(isWebVtt ? lines.join('\n') : stripSrtMarks(lines), isWebVtt)
  if (text === '') return undefined
  const [start, end] = [toSeconds(found.slice(1, 5)), toSeconds(found.slice(5, 9))]
  if (end <= start) return leave('it ends before it begins')
  if (text.length > MAX_CUE_LENGTH) return leave(`it has more than ${MAX_CUE_LENGTH} characters`)
  return { start, end, text }
}

const toSeconds = ([hours, minutes, seconds, fraction]: (string | undefined)[]) =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number((fraction ?? '').padEnd(3, '0')) / 1000

/** Removes positions and styles such as `{\an8}` and `{b}`. */
const stripSrtMarks = (lines: readonly string[]) => lines.join('\n').replaceAll(/\{\\[^{}\n]*\}|\{\/?[biu]\}/gi, '')

/** Tags, and times within a caption. Any other '<' is text. */
const tag = /<(?:\/?(?:[a-z][^<>]*)?|(?:\d+:)?\d{2}:\d{2}\.\d{3})>/gi

function stripMarkup(payload: string, isWebVtt: boolean): string {
  const plain = payload.replaceAll(tag, '')
  return (isWebVtt ? decodeHTML(plain) : decodeHTMLStrict(plain))
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|(?![\u200E\u200F])\p{Bidi_Control}/gu, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Formats cues as WebVTT, which `readCaptions` reads back. */
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

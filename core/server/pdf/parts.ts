/** Parts of documents, as they are handed to the thread that draws them: data alone, and nothing that draws. */

export type Weight = 'regular' | 'bold'

export interface TextStyle {
  /** Points. */
  size: number
  /** Regular by default. Chinese, Japanese and Korean letters have one weight. */
  weight?: Weight
  /** `#111827` by default. */
  color?: string
  /** All digits are equally wide, so that those of a column stand below each other. */
  hasTabularDigits?: boolean
}

/** Points from one line to the next. */
export const lineHeight = ({ size }: TextStyle): number => Math.ceil(size * 1.4)

/** The head of an organization's documents. */
export interface Letterhead {
  name: string
  /** `#4f46e5`; a grey line where there is none. */
  accentColor?: string | undefined
  /** A PNG or JPEG. */
  logo?: Uint8Array | undefined
}

export interface PdfOptions {
  title: string
  letterhead: Letterhead
  createdAt: Date
  /** At the foot of every page: who made it, and when. */
  foot: string
}

export interface PdfColumn {
  label: string
  /** Share of the width of the page, from 0 to 1. */
  share: number
  align?: 'start' | 'end'
}

/** Stacked bars. */
export interface PdfBars {
  /** Words for readers who do not see the chart. */
  alt: string
  /** From below. */
  series: readonly { name: string; color: string }[]
  /** One number for each of the series. */
  points: readonly { label: string; values: readonly number[] }[]
}

export type PdfPart =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'figures'; figures: readonly { label: string; value: string }[] }
  | ({ kind: 'bars' } & PdfBars)
  | { kind: 'signatures'; labels: readonly string[] }
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }

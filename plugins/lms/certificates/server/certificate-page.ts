import type { TextStyle } from '#core/server/pdf/parts.ts'

export const GRAY = '#4b5563'
export const RED = '#b91c1c'

export interface CertificatePictures {
  /** A PNG. */
  logo: Uint8Array | undefined
  /** A PNG. */
  signature: Uint8Array | undefined
}

/** A text of the middle of the page. */
export interface CertificateBlock {
  tag: 'H1' | 'P'
  said: string
  style: TextStyle
  /** Points between it and what is above. */
  before: number
  /** Lines; it is written smaller until it needs no more. */
  most: number
}

/** Everything that is written on a certificate. */
export interface CertificatePage extends CertificatePictures {
  title: string
  issuer: string
  number: string
  language: string
  accentColor: string
  issuedAt: string
  /** From top to bottom. */
  blocks: CertificateBlock[]
  signatory: string
  signatoryTitle: string
  /** Address where it is verified. */
  address: string
  foot: string
  /** Across the page, of one that does not count any more; empty of one that does. */
  mark: string
  /** A JWT that is attached for programs. */
  credential: string | undefined
}

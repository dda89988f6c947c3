import type { TextStyle } from '#core/server/pdf/parts.ts'

export const GRAY = '#4b5563'
export const RED = '#b91c1c'

export interface CertificatePictures {
  /** PNG. */
  logo: Uint8Array | undefined
  /** PNG. */
  signature: Uint8Array | undefined
}

/** Text in the middle of the page. */
export interface CertificateBlock {
  tag: 'H1' | 'P'
  said: string
  style: TextStyle
  /** Points between it and the block above. */
  before: number
  /** Maximum lines; the font shrinks until it fits. */
  most: number
}

/** Contents of a certificate's page. */
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
  /** Address that verifies it. */
  address: string
  foot: string
  /** Mark across the page of an invalid certificate; empty for a valid one. */
  mark: string
  /** JWT that is attached for programs. */
  credential: string | undefined
}

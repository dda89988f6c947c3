import type { Core } from '#core/server/core.ts'
import type { TextStyle } from '#core/server/pdf/parts.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import { longDate } from '#core/server/texts.ts'
import type { CertificateState } from '../contract.ts'
import { fillTemplate } from '../template-contract.ts'
import type { Issued } from './certificate.ts'
import { GRAY, RED, type CertificateBlock, type CertificatePage, type CertificatePictures } from './certificate-page.ts'
import { difficultyNames, formatLength, describeState, toFieldValues, getVerifyUrl } from './words.ts'

export interface PrintedCertificate extends Issued {
  state: CertificateState
  /** Time zone of the organization. */
  zone: string
}

/** Marks across certificates that are no longer valid. */
const marks: Record<CertificateState, string> = {
  valid: '',
  expired: 'EXPIRED',
  revoked: 'REVOKED',
  replaced: 'REPLACED',
}

const certificatePage = definePdf<CertificatePage>(new URL('draw-certificate.ts', import.meta.url))

/** Creates a printable certificate. @param credential JWT that is attached to it, for programs */
export function makeCertificate(
  { env, pdfs }: Pick<Core, 'env' | 'pdfs'>,
  certificate: PrintedCertificate,
  pictures: CertificatePictures,
  credential?: string,
): Promise<Buffer> {
  const { number, course, issuer, template, language, zone, state, issuedAt } = certificate
  const values = toFieldValues(certificate, zone)
  return pdfs.make(certificatePage, {
    ...pictures,
    title: `${fillTemplate(template.heading, values)}: ${course}`,
    issuer,
    number,
    language,
    accentColor: template.accentColor,
    issuedAt,
    blocks: listBlocks(certificate, values),
    signatory: template.signatory,
    signatoryTitle: template.signatoryTitle,
    address: getVerifyUrl(env, number),
    foot: fillTemplate(template.foot, values),
    mark: marks[state],
    credential,
  })
}

/** Lists the texts in the middle of the page, top to bottom. */
function listBlocks(certificate: PrintedCertificate, values: ReturnType<typeof toFieldValues>): CertificateBlock[] {
  const { recipient, course, issuer, template, zone, state, difficulty, minutes, completedAt, expiresAt } = certificate
  const quiet = { size: 11, color: GRAY }
  const dates = [
    `Completed on ${longDate(completedAt, zone)}`,
    ...(expiresAt === null ? [] : [`valid until ${longDate(expiresAt, zone)}`]),
  ]
  const blocks: CertificateBlock[] = [
    { tag: 'P', said: issuer, style: { size: 13, weight: 'bold', color: GRAY }, before: 0, most: 1 },
    {
      tag: 'H1',
      said: fillTemplate(template.heading, values),
      style: { size: 30, weight: 'bold' },
      before: 10,
      most: 1,
    },
    { tag: 'P', said: recipient, style: { size: 32, weight: 'bold' }, before: 18, most: 2 },
    { tag: 'P', said: fillTemplate(template.statement, values), style: { size: 13, color: GRAY }, before: 8, most: 2 },
    { tag: 'P', said: course, style: { size: 21, weight: 'bold' }, before: 8, most: 2 },
    {
      tag: 'P',
      said: [difficultyNames[difficulty], formatLength(minutes)].filter(Boolean).join(' · '),
      style: quiet,
      before: 6,
      most: 1,
    },
    { tag: 'P', said: dates.join(', '), style: quiet, before: 0, most: 1 },
  ]
  if (state !== 'valid') {
    const style: TextStyle = { size: 11, weight: 'bold', color: RED }
    blocks.push({ tag: 'P', said: describeState(certificate, zone), style, before: 4, most: 2 })
  }
  return blocks.filter(({ said }) => said !== '')
}

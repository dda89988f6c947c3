import type { TenantScope } from '#core/server/core.ts'
import { line, link, type MailParagraph } from '#core/server/mail/body.ts'
import { familyLinkToken } from '../../../base/families/server/family-links.ts'

interface Guardian {
  id: string
  studentId: string
  maySee: boolean
  hasAccount: boolean
}

/** Writes the link by which a guardian without an account reports absences; none for others, who have the parent portal. */
export function absenceLink(
  { core }: TenantScope,
  subdomain: string,
  { id: guardianId, studentId, maySee, hasAccount }: Guardian,
): MailParagraph[] | undefined {
  if (!maySee || hasAccount) return undefined
  const token = familyLinkToken(core, { purpose: 'absence', guardianId, studentId })
  return [
    line`Report an absence from the next sessions. You need no account; this link works for 14 days:`,
    link(core.env, subdomain, '/absence', token),
  ]
}

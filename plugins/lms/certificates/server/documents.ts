import { z } from 'zod'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import type { CertificateLook } from '../template-contract.ts'
import { certificateStates } from '../contract.ts'
import { issuedRow, issuedColumns, stateColumn, type Issued } from './certificate.ts'
import { signCredential } from './credential.ts'
import { makeCertificate } from './pdf.ts'
import { loadLook, loadPrintablePicture } from './template.ts'

/** Printable certificate, with whether the caller is its learner. */
const printedRow = issuedRow.extend({
  state: z.enum(certificateStates),
  zone: z.string(),
  place: z.string(),
  isOwn: z.boolean(),
  email: z.string().nullable(),
})
type Printed = z.infer<typeof printedRow>

const selectPrintedCertificate = statement(
  printedRow,
  `select ${issuedColumns}, ${stateColumn} as state, t.time_zone as zone, k.place::text as place,
      coalesce(k.user_id = $caller, false) as "isOwn", u.email
    from lms_certificates k join tenants t on t.id = k.tenant_id
      left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
    where k.tenant_id = $tenantId and k.id = $id and ($seesAll or k.user_id = $caller)`,
)

/** Reads a certificate: learners their own, admins any of the organization. @throws not-found */
async function getReadable(scope: TenantScope, id: string): Promise<Printed> {
  const role = scope.actor.user?.role
  const [found] = await scope.rows(selectPrintedCertificate, {
    tenantId: scope.tenantId,
    id,
    caller: callerOf(scope).caller ?? null,
    seesAll: role === 'tenant_admin' || role === 'superadmin',
    now: scope.core.clock.now().toISOString(),
  })
  if (!found) throw notFound('Certificate')
  return found
}

/** Prints a certificate as a PDF. @throws not-found */
export async function printCertificate(scope: TenantScope, id: string): Promise<FileAnswer> {
  const certificate = await getReadable(scope, id)
  const pictures = await loadPictures(scope, certificate.template)
  const { core } = scope
  // Runs after the transaction: the key is read in a separate one, and waiting for it inside could exhaust the pool.
  const pdf = async () => {
    const isSigned = certificate.isOwn && certificate.state === 'valid'
    const credential = isSigned ? await signCredential(core, certificate, certificate.email) : undefined
    return makeCertificate(core, certificate, pictures, credential)
  }
  return new FileAnswer('application/pdf', pdf, {
    'content-disposition': `attachment; filename="certificate-${certificate.number}.pdf"`,
  })
}

/** Downloads the caller's own credential, which proves its learner's identity. @throws not-found */
export async function downloadCredential(scope: TenantScope, id: string): Promise<FileAnswer> {
  const certificate = await getReadable(scope, id)
  if (!certificate.isOwn) throw notFound('Certificate')
  const { core } = scope
  const jwt = async () => Buffer.from(await signCredential(core, certificate, certificate.email))
  return new FileAnswer('application/vc+jwt', jwt, {
    'content-disposition': `attachment; filename="credential-${certificate.number}.jwt"`,
  })
}

const selectOrganization = statement(
  z.object({ name: z.string(), zone: z.string() }),
  'select name, time_zone as zone from tenants where id = $tenantId',
)

/** Draws a sample certificate, to preview a template. */
export async function previewCertificate(scope: TenantScope, look: CertificateLook): Promise<FileAnswer> {
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  if (!organization) throw notFound('Organization')
  const now = scope.core.clock.now().toISOString()
  const template = await loadLook(scope, scope.tenantId, look)
  const specimen: Issued = {
    id: scope.tenantId,
    userId: null,
    courseId: scope.tenantId,
    cycle: 1,
    number: 'SPECIMEN-0000-0000000000',
    recipient: 'Ada King',
    shortRecipient: 'Ada K.',
    isOfStudent: false,
    course: 'First Aid for Youth Programs',
    difficulty: 'beginner',
    minutes: 90,
    language: 'en',
    issuer: organization.name,
    template,
    completedAt: now,
    issuedAt: now,
    expiresAt: null,
    revokedAt: null,
    revokedFor: null,
    replacedAt: null,
    replacedBy: null,
  }
  const pictures = await loadPictures(scope, template)
  const certificate = { ...specimen, state: 'valid', zone: organization.zone } as const
  const pdf = () => makeCertificate(scope.core, certificate, pictures)
  return new FileAnswer('application/pdf', pdf, { 'cache-control': 'private, no-cache' })
}

async function loadPictures(scope: Scope, { logoUrl, signatureUrl }: CertificateLook) {
  return { logo: await loadPicture(scope, logoUrl), signature: await loadPicture(scope, signatureUrl) }
}

/** Loads a picture of at most 1 MB as PNG; undefined if it is gone. */
async function loadPicture(scope: Scope, url: string): Promise<Buffer | undefined> {
  const sha256 = await loadPrintablePicture(scope, url)
  if (sha256 === undefined) return undefined
  const { content } = await scope.core.files.contents.open(sha256)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

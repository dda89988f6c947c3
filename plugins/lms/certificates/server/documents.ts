import { z } from 'zod'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import type { CertificateLook } from '../template-contract.ts'
import { certificateStates } from '../contract.ts'
import { issued, issuedColumns, stateColumn, type Issued } from './certificate.ts'
import { credentialOf } from './credential.ts'
import { makeCertificate } from './pdf.ts'
import { lookNow, printablePicture } from './template.ts'

/** A certificate that can be printed, and whether the caller is its learner. */
const printed = issued.extend({
  state: z.enum(certificateStates),
  zone: z.string(),
  place: z.string(),
  isOwn: z.boolean(),
  email: z.string().nullable(),
})
type Printed = z.infer<typeof printed>

const single = statement(
  printed,
  `select ${issuedColumns}, ${stateColumn} as state, t.time_zone as zone, k.place::text as place,
      coalesce(k.user_id = $caller, false) as "isOwn", u.email
    from lms_certificates k join tenants t on t.id = k.tenant_id
      left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
    where k.tenant_id = $tenantId and k.id = $id and ($seesAll or k.user_id = $caller)`,
)

/** A learner's own, or for admins any of the organization. @throws not-found */
async function readable(scope: TenantScope, id: string): Promise<Printed> {
  const role = scope.actor.user?.role
  const [found] = await scope.rows(single, {
    tenantId: scope.tenantId,
    id,
    caller: callerOf(scope).caller ?? null,
    seesAll: role === 'tenant_admin' || role === 'superadmin',
    now: scope.core.clock.now().toISOString(),
  })
  if (!found) throw notFound('Certificate')
  return found
}

/** @throws not-found */
export async function printCertificate(scope: TenantScope, id: string): Promise<FileAnswer> {
  const certificate = await readable(scope, id)
  const pictures = await picturesOf(scope, certificate.template)
  const { core } = scope
  // Once the transaction is over: the key is read in one of its own, and waiting for it in here could exhaust the pool.
  const pdf = async () => {
    const isSigned = certificate.isOwn && certificate.state === 'valid'
    const credential = isSigned ? await credentialOf(core, certificate, certificate.email) : undefined
    return makeCertificate(core, certificate, pictures, credential)
  }
  return new FileAnswer('application/pdf', pdf, {
    'content-disposition': `attachment; filename="certificate-${certificate.number}.pdf"`,
  })
}

/** The caller's own alone: it says who somebody is to whoever holds it. @throws not-found */
export async function downloadCredential(scope: TenantScope, id: string): Promise<FileAnswer> {
  const certificate = await readable(scope, id)
  if (!certificate.isOwn) throw notFound('Certificate')
  const { core } = scope
  const jwt = async () => Buffer.from(await credentialOf(core, certificate, certificate.email))
  return new FileAnswer('application/vc+jwt', jwt, {
    'content-disposition': `attachment; filename="credential-${certificate.number}.jwt"`,
  })
}

const named = statement(
  z.object({ name: z.string(), zone: z.string() }),
  'select name, time_zone as zone from tenants where id = $tenantId',
)

/** Draws a sample certificate, to preview a template. */
export async function previewCertificate(scope: TenantScope, look: CertificateLook): Promise<FileAnswer> {
  const [organization] = await scope.rows(named, { tenantId: scope.tenantId })
  if (!organization) throw notFound('Organization')
  const now = scope.core.clock.now().toISOString()
  const template = await lookNow(scope, scope.tenantId, look)
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
  const pictures = await picturesOf(scope, template)
  const certificate = { ...specimen, state: 'valid', zone: organization.zone } as const
  const pdf = () => makeCertificate(scope.core, certificate, pictures)
  return new FileAnswer('application/pdf', pdf, { 'cache-control': 'private, no-cache' })
}

async function picturesOf(scope: Scope, { logoUrl, signatureUrl }: CertificateLook) {
  return { logo: await pictureAt(scope, logoUrl), signature: await pictureAt(scope, signatureUrl) }
}

/** Loads a picture of at most 1 MB, as PNG pictures are; undefined where it is gone. */
async function pictureAt(scope: Scope, url: string): Promise<Buffer | undefined> {
  const sha256 = await printablePicture(scope, url)
  if (sha256 === undefined) return undefined
  const { content } = await scope.core.files.contents.open(sha256)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { changedFields, record } from '#core/server/audit.ts'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { imageKind } from '#core/server/files/image-kind.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import {
  certificateLook,
  type CertificateLook,
  type CertificateTemplate,
  type TemplateChange,
} from '../template-contract.ts'

const row = certificateLook.extend({ prefix: z.string(), updatedAt: z.string() })

class TemplateModel extends tableModel('lms_certificate_templates', row) {}

/** Template of an organization that has set none. */
const usual: CertificateLook = {
  heading: 'Certificate of Completion',
  statement: 'has completed the course',
  signatory: '',
  signatoryTitle: '',
  foot: '',
  accentColor: DEFAULT_ACCENT,
  logoUrl: '',
  signatureUrl: '',
}

const selectTemplate = statement(
  row.omit({ updatedAt: true }).extend({
    updatedAt: z.string().nullable(),
    ownColor: z.string().nullable(),
    subdomain: z.string(),
  }),
  `select coalesce(l.prefix, '') as prefix, coalesce(l.heading, '') as heading, coalesce(l.statement, '') as statement,
      coalesce(l.signatory, '') as signatory, coalesce(l.signatory_title, '') as "signatoryTitle",
      coalesce(l.foot, '') as foot, coalesce(l.accent_color, '') as "accentColor", coalesce(l.logo_url, '') as "logoUrl",
      coalesce(l.signature_url, '') as "signatureUrl", l.updated_at as "updatedAt",
      t.branding->>'accentColor' as "ownColor", t.subdomain
    from tenants t left join lms_certificate_templates l on l.tenant_id = t.id where t.id = $tenantId`,
)

/** Reads the look of new certificates, and the prefix of their numbers. */
export async function getTemplate(scope: Scope, tenantId: string): Promise<CertificateTemplate> {
  const [found] = await scope.rows(selectTemplate, { tenantId })
  if (!found) throw new Error('An organization that is asked about is there')
  const { ownColor, subdomain, ...kept } = found
  if (kept.updatedAt !== null) return kept
  const letters = subdomain.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return {
    ...usual,
    ...(ownColor && certificateLook.shape.accentColor.safeParse(ownColor).success ? { accentColor: ownColor } : {}),
    prefix: letters.slice(0, 8).padEnd(2, 'X'),
    updatedAt: null,
  }
}

const lockTemplate = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.certificate-template:' || $tenantId, 0))`,
)

/**
 * Saves the template. @throws outdated (409) if it has changed since it was read, invalid at a picture that cannot be printed
 */
export async function setCertificateTemplate(
  scope: TenantScope,
  { updatedAt, ...wanted }: TemplateChange,
): Promise<CertificateTemplate> {
  await scope.rows(lockTemplate, { tenantId: scope.tenantId })
  const { updatedAt: lastChanged, ...before } = await getTemplate(scope, scope.tenantId)
  refuseOutdated('the template', lastChanged, updatedAt)
  for (const field of ['logoUrl', 'signatureUrl'] as const) await checkPicture(scope, field, wanted[field])
  if (lastChanged !== null && isDeepStrictEqual(before, wanted)) return { ...before, updatedAt: lastChanged }
  const now = nextVersion(scope.core.clock, lastChanged)
  await TemplateModel.query(scope.trx)
    .insert({ ...wanted, updatedAt: now })
    .onConflict(['tenantId'])
    .merge()
  await record(scope, {
    action: 'certificate-template.changed',
    category: 'system',
    description: 'Changed how certificates look',
    resource: 'certificate-template',
    resourceId: scope.tenantId,
    ...changedFields<typeof before>(before, wanted),
  })
  return { ...wanted, updatedAt: now }
}

const selectPicture = statement(
  z.object({ id: z.uuid(), mimeType: z.string(), sha256: z.string() }),
  `select id, mime_type as "mimeType", sha256 from files
    where '/api/images/' || id = lower($url) and kind = '${imageKind.id}' and state = 'complete'`,
)

async function checkPicture(scope: TenantScope, field: 'logoUrl' | 'signatureUrl', url: string): Promise<void> {
  if (url === '') return
  const [picture] = await scope.rows(selectPicture, { url })
  if (!picture) throw invalidField(field, 'Upload the image again')
  if (picture.mimeType !== 'image/png') {
    throw invalidField(field, 'This picture cannot be printed. Save it as PNG of at most 512 by 512 pixels.')
  }
}

const insertPictures = statement(
  `insert into lms_certificate_pictures (tenant_id, file_id)
    select tenant_id, id from files where '/api/images/' || id = any ($urls::text[]) and kind = '${imageKind.id}'
      and tenant_id = $tenantId order by id
    on conflict (tenant_id, file_id) do nothing`,
)

const selectOrganizationLogo = statement(
  z.object({ logoUrl: z.string().nullable() }),
  `select lower(branding->>'logoUrl') as "logoUrl" from tenants where id = $tenantId`,
)

/** Fills in the organization's current logo, unless the template has another one. */
export async function loadLook(scope: Scope, tenantId: string, look: CertificateLook): Promise<CertificateLook> {
  if (look.logoUrl !== '') return look
  const [own] = await scope.rows(selectOrganizationLogo, { tenantId })
  const logoUrl = certificateLook.shape.logoUrl.safeParse(own?.logoUrl ?? '')
  return { ...look, logoUrl: logoUrl.success ? logoUrl.data : '' }
}

/** Stores the pictures of a template for as long as certificates show them. */
export async function savePictures(
  scope: Scope,
  tenantId: string,
  { logoUrl, signatureUrl }: CertificateLook,
): Promise<void> {
  const urls = [logoUrl, signatureUrl].filter((url) => url !== '')
  if (urls.length > 0) await scope.rows(insertPictures, { urls, tenantId })
}

/** Finds the hash of a picture's content; undefined if it is gone, or no image that a PDF can show. */
export async function loadPrintablePicture(scope: Scope, url: string): Promise<string | undefined> {
  if (url === '') return undefined
  const [picture] = await scope.rows(selectPicture, { url })
  return picture?.mimeType === 'image/png' ? picture.sha256 : undefined
}

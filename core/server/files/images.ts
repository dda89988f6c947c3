import { z } from 'zod'
import { filesContract } from '#core/contract/files.ts'
import { tenantStatus, openTenantStatuses } from '#core/contract/tenancy.ts'
import { record } from '../audit.ts'
import type { Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { notFound } from '../errors.ts'
import { FileAnswer } from '../http/answers.ts'
import { refuseReadOnly } from '../http/access.ts'
import type { Http } from '../http/context.ts'
import { mount, signedIn } from '../http/mount.ts'
import { enforceLimit } from '../limits.ts'
import { systemActor } from '../identity/actor.ts'
import { visibleFile } from './files.ts'
import type { EncodedImage } from './image-process.ts'
import { plainName } from './keeping.ts'
import { serveContent } from './serving.ts'

async function uploadImage(
  scopeOf: (work: (scope: Scope) => Promise<string>) => Promise<string>,
  { data, mimeType }: EncodedImage,
  filename: string,
  uploadedBy: string | null,
): Promise<{ imageUrl: string }> {
  const id = await scopeOf(async (scope) => {
    if (scope.kind === 'tenant') await enforceLimit(scope, scope.tenantId, 'storage', data.length)
    const [row] = await scope.trx('images').insert({ data, mimeType, filename, size: data.length, uploadedBy }, ['id'])
    const { id: imageId } = row as { id: string }
    await record(scope, {
      action: 'image.uploaded',
      category: 'account',
      description: `Uploaded ${filename}`,
      resource: 'image',
      resourceId: imageId,
      after: { mimeType, size: data.length },
    })
    return imageId
  })
  return { imageUrl: `/api/images/${id}` }
}

const storedImage = z.object({
  data: z.instanceof(Buffer),
  mimeType: z.string(),
  tenantId: z.string().nullable(),
  tenantStatus: tenantStatus.nullable(),
  isLogo: z.boolean(),
})
type StoredImage = z.infer<typeof storedImage>

/**
 * Who may see an image: the people of its organization, everybody while it is the logo of the organization, and nobody
 * but super admins while the organization is closed. At another organization's address it does not exist.
 */
function isVisible({ tenantId, tenantStatus, isLogo }: StoredImage, { host, tenant, session }: Http): boolean {
  if (host.app === 'tenant' && tenantId !== tenant?.id) return false
  if (session?.user.role === 'superadmin') return true
  if (tenantId === null || tenantStatus === null || !openTenantStatuses.has(tenantStatus)) return false
  return isLogo || session?.user.tenantId === tenantId
}

/** Seconds for which a browser shows what may not be seen any more by then. */
const KEPT = 600

const read = statement(
  storedImage,
  `select i.data, i.mime_type as "mimeType", i.tenant_id as "tenantId", t.status as "tenantStatus",
            coalesce(lower(t.branding->>'logoUrl') = '/api/images/' || i.id, false) as "isLogo"
           from images i left join tenants t on t.id = i.tenant_id where i.id = $1`,
)

export const mountedFiles = mount(filesContract, {
  uploadImage: async ({ core, http }, { upload }) => {
    const { user } = signedIn(http)
    refuseReadOnly(http)
    const { actor } = http
    const tenantId = http.tenant?.id ?? user.tenantId
    // Before the transaction: encoding takes longer than all its queries.
    const image = await core.images.encode(await upload.bytes(), user.id)
    return uploadImage(
      (work) => (tenantId ? core.db.tenant(tenantId, actor, work) : core.db.platform(actor, work)),
      image,
      plainName(upload.filename),
      // Only people of the organization: a super admin is in the audit log alone.
      user.tenantId === null ? null : user.id,
    )
  },
  file: async ({ core, http }, { params, query }) =>
    serveContent(core.files.contents, http, await visibleFile(core, http, params.id), query.save === '1'),
  image: async ({ core, http }, { params }) => {
    const image = await core.db.platform(systemActor, async ({ rows }) => {
      const [row] = await rows(read, [params.id])
      return row
    })
    if (!image || !isVisible(image, http)) throw notFound('Image')
    const { isLogo, mimeType, data } = image
    // The id never gets other bytes, so that asking again costs nothing but the question.
    const etag = `"${params.id}"`
    const isKnown = http.request.headers['if-none-match'] === etag
    if (isKnown) http.reply.status(304)
    return new FileAnswer(mimeType, isKnown ? Buffer.alloc(0) : data, {
      etag,
      'cache-control': `${isLogo ? 'public' : 'private'}, max-age=${KEPT}`,
      // Images carry no script that could run even when opened alone.
      'content-security-policy': "default-src 'none'; sandbox",
    })
  },
})

import { z } from 'zod'
import { filesContract } from '#core/contract/files.ts'
import { tenantStatus } from '#core/contract/tenancy.ts'
import type { Core } from '../core.ts'
import { statement } from '../database/statement.ts'
import { notFound } from '../errors.ts'
import { FileAnswer } from '../http/answers.ts'
import type { Http } from '../http/context.ts'
import { refuseReadOnly } from '../http/access.ts'
import { mount } from '../http/mount.ts'
import { systemActor } from '../identity/actor.ts'
import { encodedImage } from './encoded-image.ts'
import { isOutOfReach, storeFile, visibleFile } from './files.ts'
import { imageKind, isShown } from './image-kind.ts'
import { interactiveAddress } from './interactive/routes.ts'
import { numberedName } from './stored-files.ts'
import { serveContent } from './serve-content.ts'

const storedImage = z.object({
  /** Bytes of an image still stored in the database, until a job has moved them. */
  data: z.instanceof(Buffer).nullable(),
  sha256: z.string().nullable(),
  mimeType: z.string(),
  tenantId: z.string().nullable(),
  tenantStatus: tenantStatus.nullable(),
  isLogo: z.boolean(),
})
type StoredImage = z.infer<typeof storedImage>

/** Seconds for which a browser may still show an image after access to it ended. */
const MAX_AGE_SECONDS = 600

// One statement for both tables: between two statements, an image could move from one to the other.
const selectImage = statement(
  storedImage,
  `select i.data, i.sha256, i.mime_type as "mimeType", i.tenant_id as "tenantId", t.status as "tenantStatus",
            coalesce(lower(t.branding->>'logoUrl') = '/api/images/' || i.id, false) as "isLogo"
           from (select id, tenant_id, mime_type, sha256, null::bytea as data from files
                  where id = $1 and kind = '${imageKind.id}' and state = 'complete'
                 union all select id, tenant_id, mime_type, null, data from images where id = $1) i
           left join tenants t on t.id = i.tenant_id`,
)

async function contentOf({ files }: Core, { data, sha256 }: Pick<StoredImage, 'data' | 'sha256'>) {
  if (data) return { content: data, size: data.length }
  if (sha256 === null) throw notFound('Image')
  return files.contents.open(sha256)
}

/** True if a platform image belongs to a catalog item that the caller can see at their organization's address. */
async function isOfCatalogue(core: Core, http: Http, { tenantId }: StoredImage, id: string): Promise<boolean> {
  const { actor, session, tenant } = http
  if (tenantId !== null || !session || session.user.tenantId !== tenant?.id) return false
  if (isOutOfReach({ tenantId: tenant.id, tenantStatus: tenant.status }, http, session.user)) return false
  return core.db.tenant(tenant.id, actor, async (scope) => {
    for (const shows of core.files.showsImage) if (await shows(scope, `/api/images/${id}`)) return true
    return false
  })
}

export const mountedFiles = mount(filesContract, {
  uploadImage: async (unscoped, upload) => {
    refuseReadOnly(unscoped.http)
    const encoded = { field: 'image', upload: await encodedImage(unscoped, upload), ownerId: null }
    return storeFile(unscoped, imageKind, encoded, async (_scope, { id }) => ({ imageUrl: `/api/images/${id}` }))
  },
  file: async ({ core, http }, id, query) => {
    const file = await visibleFile(core, http, id)
    const { kind } = file
    const small = query.width && (await core.files.thumbnails.of(core, kind, file, query.width))
    const filename = query.as === undefined ? file.filename : numberedName(file.filename, query.as)
    const shown = { ...file, filename, ...(small && { ...small, mimeType: 'image/webp' }) }
    return serveContent(core.files.contents, http, shown, {
      isSaved: query.save === '1',
      belongsToChild: kind.belongsToChild,
    })
  },
  interactive: interactiveAddress,
  image: async ({ core, http }, id, { width }) => {
    const image = await core.db.platform(systemActor, async ({ rows }) => {
      const [row] = await rows(selectImage, [id])
      return row
    })
    if (!image) throw notFound('Image')
    const isOwn = !isOutOfReach(image, http, http.actor.user) && isShown(image, http.actor.user)
    if (!isOwn && !(await isOfCatalogue(core, http, image, id))) throw notFound('Image')
    const { isLogo, sha256 } = image
    const small =
      width && sha256 !== null ? await core.files.thumbnails.of(core, imageKind, { id, sha256 }, width) : undefined
    const mimeType = small ? 'image/webp' : image.mimeType
    // The id never gets other bytes, so that revalidation costs only a request. A thumbnail that is being made
    // is asked for again.
    const kept = width && !small ? 'no-cache' : `max-age=${MAX_AGE_SECONDS}`
    const headers = {
      etag: `"${small?.sha256 ?? id}"`,
      'cache-control': `${isLogo ? 'public' : 'private'}, ${kept}`,
      // Images carry no script that could run even when opened alone.
      'content-security-policy': "default-src 'none'; sandbox",
    }
    if (http.request.headers['if-none-match'] === headers.etag) {
      http.reply.status(304)
      return new FileAnswer(mimeType, Buffer.alloc(0), headers)
    }
    const { content, size } = await contentOf(core, small ? { data: null, ...small } : image)
    return new FileAnswer(mimeType, content, {
      ...headers,
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    })
  },
})

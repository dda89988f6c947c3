import { z } from 'zod'
import type { FileKind, Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import type { Actor } from '../identity/actor.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from './encoded-image.ts'

const uploaders: ReadonlySet<string | undefined> = new Set(['superadmin', 'tenant_admin', 'instructor'])

interface ShownImage {
  tenantId: string | null
  /** Its organization's current logo. */
  isLogo: boolean
}

/**
 * True if the user may see an image that the core does not refuse: users of its organization, all visitors while
 * it is the logo of the organization, and super admins.
 */
export function isShown({ tenantId, isLogo }: ShownImage, user: Actor['user']): boolean {
  if (user?.role === 'superadmin') return true
  return tenantId !== null && (isLogo || user?.tenantId === tenantId)
}

const selectTenantOfLogo = statement(
  z.object({ tenantId: z.string() }),
  `select id as "tenantId" from tenants where lower(branding->>'logoUrl') = '/api/images/' || $1::uuid`,
)

/** True if the image is the logo of the scope's organization; the scope of the platform sees no logo of its own. */
async function isLogo(scope: Scope, id: string): Promise<boolean> {
  return scope.kind === 'tenant' && (await scope.rows(selectTenantOfLogo, [id])).length > 0
}

/** File kind of images: uploaded pictures encoded by the image process, shown at `/api/images/{id}`. */
export const imageKind: FileKind = {
  id: 'core.image',
  types: encodedImageTypes,
  maxBytes: MAX_ENCODED_IMAGE_BYTES,
  belongsToChild: false,
  resource: 'image',
  forAnyone: true,
  thumbnails: [64, 160, 320],
  may: async (scope, act, { id }) => {
    const { user } = scope.actor
    if (act !== 'see') return uploaders.has(user?.role)
    const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
    return isShown({ tenantId, isLogo: id !== null && (await isLogo(scope, id)) }, user)
  },
  usesOf: async (scope, id) => ((await isLogo(scope, id)) ? ['the logo of the organization'] : []),
}

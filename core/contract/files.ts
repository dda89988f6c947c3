import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** Maximum bytes of an uploaded picture. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** Pixels: twice the size in a list, a card and a gallery, for high-density screens. */
export const thumbnailWidths = [64, 160, 320, 640] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]

/** Width of the requested thumbnail, where the kind of file has one of this width; the original by default. */
const width = z
  .enum(thumbnailWidths.map(String) as `${ThumbnailWidth}`[], `One of ${thumbnailWidths.join(', ')}`)
  .transform((text) => Number(text) as ThumbnailWidth)
  .optional()

/** An image of a form, as `POST /api/upload-image` answers it; empty for none. */
export const imageUrl = z.union([
  z.literal(''),
  z.string().regex(/^\/api\/images\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Upload an image'),
])

/** Maximum bytes of a package's stored state, as JSON: an item of SCORM has 64,000 characters for its data. */
export const MAX_PACKAGE_STATE = 262_144

/** State that pages of interactive content save for themselves. */
export const packageState = z
  .string()
  .max(MAX_PACKAGE_STATE)
  .meta({ 'x-max-bytes': MAX_PACKAGE_STATE })
  // Characters that no text in the database can contain.
  .transform((state) => state.replaceAll('\0', '').toWellFormed())
  .refine((state) => new TextEncoder().encode(JSON.stringify(state)).length <= MAX_PACKAGE_STATE, 'At most 256 kB')

/**
 * Message that pages of interactive content send to the page around them, by `parent.postMessage`; SCORM's run-time
 * sends it for them. The author of a package can send anything: it is as trustworthy as the learner's browser.
 */
export const packageProgress = z.object({
  type: z.literal('trellis.progress'),
  /** Value of `window.name` when the package is opened again. */
  state: packageState.optional(),
  isFinished: z.boolean().optional(),
  /** Item that the package asks for as it ends: `next`, `previous`, or its identifier. */
  navigate: z.string().max(200).optional(),
})
export type PackageProgress = z.infer<typeof packageProgress>

export const filesContract = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/upload-image',
    status: 201,
    rateLimit: 60,
    summary: 'Upload a PNG, JPEG, WebP, GIF or AVIF of at most 5 MB; it is checked by content and re-encoded',
    audit: 'image.uploaded',
    access: { who: ['superadmin', 'tenant_admin', 'instructor'], hosts: 'both', scope: 'none' },
    upload: { field: 'image', maxBytes: MAX_IMAGE_BYTES },
    response: z.object({ imageUrl: z.string() }),
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/images/{id}',
    summary: 'An uploaded image',
    access: { who: 'anyone', hosts: 'both', scope: 'none', beforePasswordChange: true, duringMaintenance: true },
    params: z.object({ id }),
    query: z.object({ width }),
    response: 'file',
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'An uploaded file, or a part of it; 404 without access',
    errors: [416],
    access: { who: 'anyone', hosts: 'both', scope: 'none' },
    params: z.object({ id }),
    query: z.object({
      /** Offers it as a download, where a browser would show it. */
      save: z.literal('1').optional(),
      /** Calls it “file-” with this number, where its own name may reveal the owner. */
      as: z.coerce.number().int().min(1).max(1000).optional(),
      width,
    }),
    response: 'file',
  }),
  interactive: endpoint({
    method: 'GET',
    path: '/api/files/{id}/interactive',
    summary: 'Where a package of interactive content is shown to the caller for an hour',
    access: { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true },
    params: z.object({ id }),
    query: z.object({
      /** The page that it begins with, by its path; the `index.html` that is nearest to its root by default. */
      page: z.string().max(300).optional(),
    }),
    response: z.object({
      /**
       * Address of its start page. Its holder sees the package as the caller does: show it in a sandbox, never store it.
       */
      url: z.string(),
      expiresAt: z.iso.datetime(),
    }),
  }),
} as const

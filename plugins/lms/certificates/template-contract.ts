import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant, line } from '#core/contract/fields.ts'
import { admins } from '../delivery/catalog/contract.ts'

/** Fields that a text may contain in braces. */
export const templateFields = ['name', 'course', 'hours', 'level', 'date', 'organization'] as const
export type TemplateField = (typeof templateFields)[number]

const placeholderPattern = /\{([^{}]*)\}/g

/** Line whose braces contain known fields, each once: fitting the result to the page takes time. */
const withFields = (max: number) =>
  line(max).superRefine((value, context) => {
    const seen = new Set<string>()
    for (const [whole, name = ''] of value.matchAll(placeholderPattern)) {
      if (seen.has(name)) context.addIssue(`Use ${whole} once`)
      seen.add(name)
      if (!(templateFields as readonly string[]).includes(name)) {
        context.addIssue(`There is no ${whole}. Use ${templateFields.map((field) => `{${field}}`).join(', ')}`)
      }
    }
  })

/** Replaces the fields of a text by their values. */
export const fillTemplate = (text: string, values: Readonly<Record<TemplateField, string>>): string =>
  text.replaceAll(placeholderPattern, (whole, name: string) => values[name as TemplateField] ?? whole)

const pictureUrl = z.union([
  z.literal(''),
  z.string().regex(/^\/api\/images\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Upload an image'),
])

/** Template of an organization's certificates, with their texts. */
export const certificateLook = z.object({
  heading: withFields(80).min(1, 'Heading is required'),
  /** Text between the name and the course. */
  statement: withFields(300),
  signatory: line(100),
  signatoryTitle: line(100),
  foot: withFields(200),
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/i, 'Use a color like #4f46e5'),
  /** Empty: the organization's own logo. */
  logoUrl: pictureUrl,
  signatureUrl: pictureUrl,
})
export type CertificateLook = z.infer<typeof certificateLook>

const prefix = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,8}$/, '2 to 8 letters from A to Z or digits')

export const certificateTemplate = certificateLook.extend({
  /** Prefix of the numbers of new certificates. */
  prefix: z.string(),
  /** null: the default template. */
  updatedAt: instant.nullable(),
})
export type CertificateTemplate = z.infer<typeof certificateTemplate>

/** With `updatedAt` as it was read, a concurrent change by another admin is a conflict. */
export const templateChange = certificateLook.extend({ prefix, updatedAt: instant.nullable().optional() })
export type TemplateChange = z.output<typeof templateChange>

export const templateContract = {
  certificateTemplate: endpoint({
    method: 'GET',
    path: '/api/tenant/certificate-template',
    summary: 'How new certificates of the organization look',
    access: admins,
    response: certificateTemplate,
  }),
  setCertificateTemplate: endpoint({
    method: 'PUT',
    path: '/api/tenant/certificate-template',
    summary: 'Change how new certificates look; those that were issued stay as they are',
    audit: 'certificate-template.changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, needs: 'certificates' },
    body: templateChange,
    response: certificateTemplate,
  }),
  previewCertificate: endpoint({
    method: 'GET',
    path: '/api/tenant/certificate-template/preview',
    summary: 'A specimen as PDF with these texts and pictures, before they are saved',
    rateLimit: 120,
    access: admins,
    query: certificateLook,
    response: 'file',
  }),
  unprintableTemplate: endpoint({
    method: 'GET',
    path: '/api/tenant/certificate-template/unprintable',
    summary: 'Letters of these texts that cannot be printed, each once',
    rateLimit: 120,
    access: { ...admins, scope: 'none' },
    query: certificateLook,
    response: z.object({ letters: z.string() }),
  }),
} as const

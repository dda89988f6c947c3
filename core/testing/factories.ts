import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { TestOrganization, TestPlatform } from './harness.ts'
import { insertRow, type Given } from './rows.ts'

// Organizations and their users are built by the harness: `platform.organization()`, `organization.user(role)`.

interface FileRow {
  kind: string
  filename: string
  mimeType: string
  /** Bytes; those of the content by default, which need not be as many. */
  size: number
  sha256: string
  uploadedBy: string | null
}

/** Builds a complete file, an image by default. @param content stored where it is given; null: the file has lost it */
export async function buildFile(
  platform: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'>,
  { content = Buffer.from(randomUUID()), ...given }: Given<FileRow> & { content?: Buffer | null } = {},
): Promise<FileRow & { id: string }> {
  const bytes = content ?? Buffer.from(randomUUID())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (content) await platform.core.files.contents.put(sha256, content.length, () => Readable.from([content]))
  const image = { kind: 'core.image', filename: 'picture.png', mimeType: 'image/png', size: bytes.length }
  return insertRow<FileRow>(platform, organization, 'files', { ...image, sha256, state: 'complete', ...given })
}

interface OldImageRow {
  data: Buffer
  mimeType: string
  filename: string
  size: number
  uploadedBy: string | null
  createdAt: string
}

/** Builds an image as it lay in the database, before there were files. @param organization null: the platform's */
export const buildOldImage = (
  platform: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'> | null,
  { data = Buffer.from('An old picture'), ...given }: Given<OldImageRow> = {},
): Promise<OldImageRow & { id: string }> =>
  insertRow<OldImageRow>(platform, organization, 'images', {
    data,
    mimeType: 'image/png',
    filename: 'old.png',
    size: data.length,
    ...given,
  })

interface MailRow {
  tenantId: string | null
  recipient: string
  subject: string
  body: string
  status: 'pending' | 'sending' | 'sent' | 'held'
}

/** Builds a held message. */
export const buildMail = (
  platform: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'> | null,
  given: Given<Omit<MailRow, 'tenantId'>> = {},
): Promise<MailRow & { id: string }> =>
  insertRow<MailRow>(platform, organization, 'mail_messages', {
    recipient: 'ada@example.org',
    subject: 'Hello',
    body: 'Hello',
    status: 'held',
    ...given,
  })

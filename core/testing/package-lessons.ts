import type { Page } from 'playwright'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import type { FileKind } from '#core/server/core.ts'
import { storeFile } from '#core/server/files/files.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { zip, type ZipEntry } from '#core/testing/zip.ts'

const lesson: FileKind = {
  id: 'lessons.lesson',
  types: ['application/zip'],
  maxBytes: 1024 ** 2,
  belongsToChild: false,
  may: async ({ actor }) => actor.user?.role === 'instructor',
  usesOf: async () => [],
  interactive: true,
}

const contract = {
  put: endpoint({
    method: 'POST',
    path: '/api/lessons',
    status: 201,
    summary: 'Keep a lesson',
    audit: 'file.uploaded',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    upload: { field: 'file', maxBytes: 1024 ** 2 },
    response: z.object({ id: z.string() }),
  }),
} as const

/** Plugin whose lessons are packages. */
export const lessons = definePlugin({
  id: 'lessons',
  setup: () => ({
    files: [lesson],
    routes: [
      mount(contract, {
        put: (unscoped, upload) =>
          storeFile(unscoped, lesson, { field: 'file', upload, ownerId: null }, async (_scope, file) => file),
      }),
    ],
  }),
})

/** Uploads a package as an instructor, whose email comes back with it. */
export async function put(organization: TestOrganization, entries: ZipEntry[]): Promise<{ id: string; email: string }> {
  const { email } = await organization.user('instructor')
  const client = await organization.client().signIn(email)
  const bytes = zip(entries)
  const { body } = await client.request('POST', '/api/lessons', fileForm(bytes, { field: 'file', filename: 'a.zip' }))
  return { id: body.id, email }
}

/** Messages of the package that the page has heard. */
export const said = (page: Page) => page.getByRole('list', { name: 'What it said' }).getByRole('listitem')

/** Messages of the browser that say that an attempt of the frame was refused. */
export const tried = [/Content Security Policy/, /Refused to connect/, /Failed to fetch/, /violates/]

import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Project } from '../contract.ts'

const test = browserTest([tenantApp])

test('the browser scales a photo of 24 megapixels before it sends it', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { id } = await create<Project>(instructor, '/api/projects', { title: 'Paper kites' })
  const page = await visitor.open(platform.originOf(organization), '/', { as: instructor.user?.email ?? '' })
  // Reads the upload itself, since the server scales images too.
  await page.addInitScript(() => {
    const send = Reflect.get(XMLHttpRequest.prototype, 'send')
    XMLHttpRequest.prototype.send = function (body) {
      const image = body instanceof FormData && body.get('image')
      if (image instanceof File) {
        const note = ({ width, height }: ImageBitmap) => {
          document.documentElement.dataset['sent'] = `${image.type} ${width} x ${height}`
        }
        void createImageBitmap(image, { imageOrientation: 'none' }).then(note)
      }
      Reflect.apply(send, this, [body])
    }
  })
  await page.goto(`/projects?origin=own&edit=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose image' }).click()
  // Rotated upright, by its metadata.
  const photo = await sharp({ create: { width: 5712, height: 4284, channels: 3, background: 'teal' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await (await choosing).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo })
  await dialog.getByRole('img', { name: 'The present picture' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-sent')).toBe('image/jpeg 1920 x 2560')
  expectNoErrors(page, { except: [/401/] })
})

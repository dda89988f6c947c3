import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { drawPicture, putPicture, sendFile } from '../../testing/media.ts'
import { scheduleSession } from '../../testing/sessions.ts'

const test = browserTest([audit, tenantApp])

const notSignedIn = { except: [/401/] }

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

test('an instructor finds and uploads files of own sessions', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor')
  const own = await scheduleSession(platform, admin, { name: 'Robots', instructorId: instructor.id })
  await putPicture(admin, { filename: 'elsewhere.jpg' })
  const page = await visitor.open(platform.originOf(organization), '/media', { as: instructor.email })
  await page.getByText('No media yet').waitFor()
  expect(await page.getByRole('button', { name: 'Choose files' }).isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Session of the files' }).click()
  await page.getByRole('option', { name: /Robots/ }).click()
  await page.setInputFiles('input[type=file]', { name: 'own.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() })
  await page.getByRole('row', { name: 'own.webp' }).waitFor()
  await page.goto(`/sessions/${own}?tab=media`)
  await page.getByRole('row', { name: 'own.webp' }).waitFor()
  await page.goto(`/media?folder=${own}&kind=picture&search=own`)
  await page.getByRole('row', { name: 'own.webp' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('nothing')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('row', { name: 'own.webp' }).waitFor()
  expectNoErrors(page, notSignedIn)
})

test('a large file is sent in requests of a size that proxies accept, and arrives whole', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), '/media', { as: admin.user?.email ?? '' })
  const ends: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') ends.push(Number(response.headers()['upload-offset']))
  })
  const film = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypisom'), randomBytes(17 * 1024 ** 2)])
  await page.setInputFiles('input[type=file]', { name: 'robots.mp4', mimeType: 'video/mp4', buffer: film })
  await page.getByRole('row', { name: 'robots.mp4' }).waitFor()
  await expect.poll(() => ends).toEqual([16 * 1024 ** 2, film.length])
  const [kept] = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('files').where({ filename: 'robots.mp4' }).select<{ sha256: string }[]>('sha256'),
  )
  expect(kept?.sha256).toBe(createHash('sha256').update(film).digest('hex'))
  expectNoErrors(page, notSignedIn)
})

test('every screen is accessible and fits every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ada = await buildStudent(platform, organization)
  const sessionId = await scheduleSession(platform, admin, { name: 'Robots with a name that is longer than a tile' })
  const picture = await putPicture(admin, { sessionId, filename: 'A robot that follows a line around the room.jpg' })
  await admin.put(`/api/media/${picture.id}`, { altText: 'A robot', studentIds: [ada.id], caption: 'At last.' })
  await sendFile(admin, { bytes: pdf, filename: 'sheet.pdf' })
  const gone = await putPicture(admin)
  await admin.post('/api/media/deletions', { ids: [gone.id] })
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  const screens: [string, string, () => Promise<void>][] = [
    ['media', '/media', () => page.getByRole('row', { name: 'sheet.pdf' }).waitFor()],
    ['media-list', '/media?view=list', () => page.getByRole('row', { name: /sheet\.pdf/ }).waitFor()],
    ['media-deleted', '/media?deleted=true', () => page.getByText('robots.webp').waitFor()],
    ['media-file', `/media?file=${picture.id}`, () => page.getByText('No consent').waitFor()],
    ['session-media', `/sessions/${sessionId}?tab=media`, () => page.getByRole('row').first().waitFor()],
  ]
  for (const [name, path, ready] of screens) {
    await expectAccessibleEverywhere(page, `tenant-app/${name}`, async () => {
      await page.goto(path)
      await ready()
    })
  }
  expectNoErrors(page, notSignedIn)
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { tenantApp } from '../../server/plugin.ts'
import { addStudent } from '../../testing/families.ts'
import { drawn, putPicture, sendFile } from '../../testing/media.ts'
import { scheduleSession } from '../../testing/sessions.ts'

const test = browserTest([audit, tenantApp])

const notSignedIn = { except: [/401/] }

const notification = (page: Page) => page.getByRole('region', { name: /notification/i })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

test('files are sent, described, tagged, shared and deleted, with the keyboard too', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  await addStudent(platform, organization)
  const page = await visitor.open(platform.originOf(organization), '/')
  await visitor.signIn(page, (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Media Library', exact: true }).click()
  await page.getByText('No media yet').waitFor()

  // The connection breaks once, and the rest follows.
  let isBroken = false
  await page.route('**/api/uploads/*', (route) => {
    if (isBroken || route.request().method() !== 'PATCH') return route.continue()
    isBroken = true
    return route.abort('connectionreset')
  })
  await page.setInputFiles('input[type=file]', [
    { name: 'robots.jpg', mimeType: 'image/jpeg', buffer: await drawn() },
    { name: 'sheet.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'fake.png', mimeType: 'image/png', buffer: pdf },
  ])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await uploads.getByText('This is not a PNG, JPEG, WebP, GIF or AVIF image').waitFor()
  await expect.poll(() => uploads.getByText('In the library').count(), { timeout: 20_000 }).toBe(2)
  await page.unroute('**/api/uploads/*')
  await page.getByRole('button', { name: 'Cancel fake.png' }).click()
  await page.getByRole('button', { name: 'Clear what is done' }).click()
  await uploads.waitFor({ state: 'hidden' })

  await page.getByRole('row', { name: 'robots.webp' }).click()
  const dialog = page.getByRole('dialog', { name: 'File' })
  await dialog.getByText('robots.webp is used nowhere yet.').waitFor()
  await dialog.getByRole('combobox', { name: 'Children on it' }).fill('Ada')
  await page.getByRole('option', { name: /Ada King.*no consent to be shown/ }).click()
  await dialog.getByLabel('Description').fill('Two robots on a table')
  await dialog.getByText('Share with families').click()
  await dialog.getByRole('button', { name: 'Save file' }).click()
  await dialog.getByText(/1 child on it lacks the consent to be shown to families: Ada King/).waitFor()
  await dialog.getByRole('button', { name: 'Remove Ada King' }).click()
  await dialog.getByText('No child can be recognised').click()
  await dialog.getByRole('button', { name: 'Save file' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: 'robots.webp' }).getByText('Shared').waitFor()

  // Arrows move, Space chooses.
  const first = page.getByRole('row').first()
  await first.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.getByText('2 chosen').waitFor()
  await page.getByRole('button', { name: 'Tag children' }).click()
  const tags = page.getByRole('dialog', { name: 'Tag children' })
  await tags.getByRole('combobox', { name: 'Children on it' }).fill('Ada')
  await page.getByRole('option', { name: /Ada King/ }).click()
  await expectAccessible(page)
  await tags.getByRole('button', { name: 'Tag 2 files' }).click()
  await page.getByRole('row', { name: 'robots.webp' }).getByText('Held back').waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const refused = page.getByRole('alertdialog', { name: 'Not done for every file' })
  await refused.getByText(/sheet\.pdf: 1 child on it lacks the consent/).waitFor()
  await refused.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await notification(page).getByText('2 files deleted').waitFor()
  await page.getByText('No media yet').waitFor()
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: 'robots.webp' }).getByText('Held back').waitFor()
  expectNoErrors(page, { except: [/401/, /400/, /409/, /ERR_CONNECTION_RESET/] })
})

test('an instructor finds and sends what belongs to the own sessions', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor')
  const own = await scheduleSession(platform, admin, { name: 'Robots', instructorId: instructor.id })
  await putPicture(admin, { filename: 'elsewhere.jpg' })
  const page = await visitor.open(platform.originOf(organization), '/media')
  await visitor.signIn(page, instructor.email)
  await page.goto('/media')
  await page.getByText('No media yet').waitFor()
  expect(await page.getByRole('button', { name: 'Choose files' }).isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Session of the files' }).click()
  await page.getByRole('option', { name: /Robots/ }).click()
  await page.setInputFiles('input[type=file]', { name: 'own.jpg', mimeType: 'image/jpeg', buffer: await drawn() })
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

test('every screen is accessible and fits every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ada = await addStudent(platform, organization)
  const sessionId = await scheduleSession(platform, admin, { name: 'Robots with a name that is longer than a tile' })
  const picture = await putPicture(admin, { sessionId, filename: 'A robot that follows a line around the room.jpg' })
  await admin.put(`/api/media/${picture.id}`, { altText: 'A robot', studentIds: [ada.id], caption: 'At last.' })
  await sendFile(admin, { bytes: pdf, filename: 'sheet.pdf' })
  const gone = await putPicture(admin)
  await admin.post('/api/media/deletions', { ids: [gone.id] })
  const page = await visitor.open(platform.originOf(organization), '/')
  await visitor.signIn(page, admin.user?.email ?? '')
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

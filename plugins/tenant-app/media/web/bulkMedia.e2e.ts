import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors, notification } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { askForMedia, putPicture } from '../../testing/media.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('staff tag, share, unshare and delete several files at once, and restore them from the message', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent')
  const ada = await buildStudent(platform, organization, { firstName: 'Ada', guardians: [parent.id] })
  const { photo, publication } = await askForMedia(admin)
  const guardian = await organization.client().signIn(parent.email)
  for (const consent of [photo, publication]) {
    await create(guardian, `/api/children/${ada.id}/consents/${consent}`, { answer: 'given', version: 1 })
  }
  for (const filename of ['first.jpg', 'second.jpg']) {
    const { id } = await putPicture(admin, { filename })
    await admin.put(`/api/media/${id}`, { altText: 'A robot' })
  }
  await putPicture(admin, { filename: 'undescribed.jpg' })

  const page = await visitor.open(platform.originOf(organization), '/media?view=list', { as: admin.user?.email ?? '' })
  const chosen = page.getByRole('group', { name: 'Chosen rows' })
  const choose = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Choose ${name}` }).press('Space')
    await chosen.getByText(`${String(names.length)} chosen`).waitFor()
  }
  const chooseNone = () => chosen.getByRole('button', { name: 'Choose none' }).click()

  await choose('first.webp', 'second.webp', 'undescribed.webp')
  await expectAccessible(page)
  await chosen.getByRole('button', { name: 'Tag children' }).click()
  const tagging = page.getByRole('dialog', { name: 'Tag children' })
  await tagging.getByRole('combobox', { name: 'Children on it' }).fill('Ada')
  await page.getByRole('option', { name: /Ada/ }).click()
  // The list of names is closed, and all else within reach again.
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await tagging.getByRole('list', { name: 'Children on it' }).getByText('Ada').waitFor()
  await expectAccessible(page)
  await tagging.getByRole('button', { name: 'Tag 3 files' }).click()
  await notification(page).getByText('3 files tagged').waitFor()

  // The selection stays. Refused files are named, and the others are shared.
  await chosen.getByRole('button', { name: 'Share' }).click()
  const refused = page.getByRole('alertdialog', { name: 'Some files were not changed' })
  await refused.getByText('Done for 2 of 3 files').waitFor()
  await refused.getByText('undescribed.webp: Describe the picture first').waitFor()
  await refused.getByRole('button', { name: 'Close' }).last().click()
  const shared = async () => {
    const media = (await admin.get('/api/media')).body as { fileName: string; isPublic: boolean }[]
    return media.filter(({ isPublic }) => isPublic).map(({ fileName }) => fileName)
  }
  expect((await shared()).toSorted()).toEqual(['first.webp', 'second.webp'])

  await chooseNone()
  await choose('first.webp')
  await chosen.getByRole('button', { name: 'Take back' }).click()
  await notification(page).getByText('1 file taken back').waitFor()
  expect(await shared()).toEqual(['second.webp'])

  await chooseNone()
  await choose('second.webp', 'undescribed.webp')
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await notification(page).getByText('2 files deleted').waitFor()
  await page.getByRole('row', { name: /second\.webp/ }).waitFor({ state: 'detached' })
  expect((await guardian.get('/api/media/shared')).body).toEqual([])
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /second\.webp/ }).waitFor()
  await page.getByRole('row', { name: /undescribed\.webp/ }).waitFor()
  expect(await shared()).toEqual(['second.webp'])
  expectNoErrors(page, notSignedIn)
})

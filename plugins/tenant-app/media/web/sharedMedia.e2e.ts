import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, waitForSettled } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { askForMedia, putPicture, sendFile, share } from '../../testing/media.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }
const phone = { width: 375, height: 812 }

test('a guardian and the student see shared media of the child until a consent is withdrawn', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const account = await organization.user('student', { firstName: 'Ada', lastName: 'King' })
  const { id } = await buildStudent(platform, organization, { userId: account.id, guardians: [parent.id] })
  const mother = await organization.client().signIn(parent.email)
  const { publication, photo } = await askForMedia(admin)
  const answer = (consent: string, said: string) =>
    create(mother, `/api/children/${id}/consents/${consent}`, { answer: said, version: 1 })

  const page = await visitor.open(platform.originOf(organization), '/parent-portal?tab=photos', {
    as: parent.email,
    viewport: phone,
  })
  await page.getByText('Nothing has been shared yet').waitFor()
  await expectAccessible(page)

  await answer(photo, 'given')
  await answer(publication, 'given')
  const picture = await putPicture(admin, { filename: 'bridge.jpg' })
  const plan = await sendFile(admin, { bytes: Buffer.from('%PDF-1.7\nno pages'), filename: 'plan.pdf' })
  for (const media of [picture.id, plan.id]) {
    expect((await share(admin, media, [id])).body).toMatchObject({ isPublic: true, isWithheld: false })
  }
  await page.reload()
  const shared = page.getByRole('list', { name: 'Pictures and files shared with the family of Ada' })
  await expect.poll(() => shared.getByRole('listitem').count()).toBe(2)
  await expectAccessibleEverywhere(page, 'tenant-app/portal-media', () => shared.scrollIntoViewIfNeeded())
  await shared.getByRole('button', { name: /bridge/ }).click()
  const viewer = page.getByRole('dialog', { name: /bridge/ })
  await viewer.getByRole('img', { name: 'Robots on a table' }).waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/portal-media-viewer', () => viewer.waitFor())
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expectNoErrors(page, notSignedIn)

  const own = await visitor.openHome(platform.originOf(organization), account.email)
  const mine = own.getByRole('list', { name: 'Pictures and files shared with you' })
  await expect.poll(() => mine.getByRole('listitem').count()).toBe(2)
  // Later requests for the image are refused, which the browser logs as an error.
  await waitForSettled(own)
  await answer(publication, 'refused')
  await own.reload()
  await own.getByText('Nothing has been shared yet').waitFor()
  expectNoErrors(own, notSignedIn)
})

import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import sharp from 'sharp'
import { lms } from '../../../plugin.ts'
import { sendPicture } from '../../../testing/files.ts'

const test = browserTest([lms])

test('an author reuses a picture of the course, uploads another, and renames it among the files', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const { id: courseId } = await create<{ id: string }>(author, '/api/lms/courses', { title: 'Soldering' })
  const { id } = await create<{ id: string }>(author, '/api/lms/lessons', {
    courseId,
    title: 'First joints',
    contentType: 'article',
  })
  const sent = (await sendPicture(author, courseId, 'iron.png')).body as { id: string }
  const page = await visitor.open(platform.originOf(organization), `/lms-management/lessons/${id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  await expectAccessibleEverywhere(page, 'picture-choice', () =>
    dialog.getByRole('option', { name: 'iron.png' }).waitFor(),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('option', { name: 'iron.png' }).click()
  await dialog.getByRole('textbox', { name: /^What it shows/ }).fill('A soldering iron')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  const saved = page.getByRole('status').getByText('Saved', { exact: true })
  await saved.waitFor()
  const content = async () => JSON.stringify((await author.get(`/api/lms/lessons/${id}/content`)).body)
  await expect.poll(content).toContain(sent.id)

  await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+End')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const kept = page.waitForResponse(/\/pictures$/)
  await dialog.locator('input[type=file]').first().setInputFiles({ name: 'solder.png', mimeType: 'image/png', buffer })
  await kept
  await dialog.getByRole('button', { name: 'Replace image' }).waitFor()
  await dialog.getByRole('button', { name: /^(Insert|Change)$/ }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto(`/lms-management/courses/${courseId}/files`)
  await page.getByRole('heading', { name: 'solder.png' }).waitFor()
  await page.getByRole('button', { name: 'Actions for iron.png' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename file' })
  await renaming.getByRole('textbox', { name: 'Name' }).fill('run.hta')
  await page.keyboard.press('Enter')
  await renaming.getByText('Programs and scripts').waitFor()
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Soldering iron.png')
  await page.keyboard.press('Enter')
  await page.getByText('File renamed').first().waitFor()
  await page.getByRole('heading', { name: 'Soldering iron.png' }).waitFor()
  expectNoErrors(page, { except: [/40[01]/] })
})

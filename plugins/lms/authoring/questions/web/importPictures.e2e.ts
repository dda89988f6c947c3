import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'

const test = browserTest([lms])

test('an admin imports a Moodle question with its picture', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/lms/question-banks', { name: 'Robots' })
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  await page.getByRole('link', { name: 'Courses & Builder' }).click()
  await page.getByRole('link', { name: 'Question banks' }).click()
  await page.getByRole('link', { name: 'Robots' }).click()
  const create = { width: 80, height: 60, channels: 3, background: '#0f766e' } as const
  const picture = (await sharp({ create }).png().toBuffer()).toString('base64')
  const xml = `<quiz><question type="truefalse"><questiontext format="html"><text><![CDATA[<p>It turns.</p><img src="@@PLUGINFILE@@/m.png" alt="A motor">]]></text><file name="m.png" path="/" encoding="base64">${picture}</file></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`
  await openMenu(page, 'Actions for Robots')
  await page.getByRole('menuitem', { name: 'Import questions' }).click()
  const importing = page.getByRole('dialog', { name: 'Import questions' })
  const buffer = Buffer.from(xml)
  await page.locator('input[type=file]').setInputFiles({ name: 'quiz.xml', mimeType: 'text/xml', buffer })
  await importing.getByText('True or false: It turns. (1 picture: A motor)').waitFor()
  await expectAccessible(page)
  await importing.getByRole('button', { name: 'Import 1 question' }).click()
  await importing.waitFor({ state: 'detached' })
  const shown = page.getByRole('img', { name: 'A motor' })
  await shown.waitFor()
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(80)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('img', { name: 'A motor' }).waitFor()
  await expectAccessible(page)
  expectNoErrors(page, { except: [/401/] })
})

import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, screenshot } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { lms } from '../../../plugin.ts'
import { callService, getAccessToken } from '../testing/tool-double.ts'
import { startToolServer } from '../testing/tool-server.ts'
import { scopes } from '../server/vocabulary.ts'

const test = browserTest([lms], { env: { LTI_ALLOW_PRIVATE: '1' } })

test('an admin adds a tool, chooses its content for a lesson, and a learner’s score comes back', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const tool = await startToolServer(origin)
  const author = await organization.signIn('tenant_admin')
  const page = await visitor.open(origin, '/org-settings?tab=external-tools', { as: author.user?.email ?? '' })
  await page.getByText('External tools that you add will be listed here.').waitFor()
  await page.getByRole('button', { name: 'Add external tool' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an external tool' })
  await dialog.getByLabel('Name', { exact: true }).fill('مختبر الكسور')
  await dialog.getByLabel('Login URL').fill('ftp://tool.example')
  await dialog.getByLabel('Launch URL').fill(`${tool.origin}/launch`)
  await dialog.getByLabel('Redirect URLs').fill(`${tool.origin}/launch`)
  await dialog.getByRole('textbox', { name: /^Public key\b/ }).fill(tool.publicKey)
  await dialog.getByText('Choose content in the tool').click()
  await dialog.getByRole('button', { name: 'Add external tool' }).click()
  await dialog.getByText('The address has to begin with https://').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'external-tool-dialog')
  await dialog.getByLabel('Login URL').fill(`${tool.origin}/login`)
  await dialog.getByRole('button', { name: 'Add external tool' }).click()
  const addresses = page.getByRole('dialog', { name: 'Register with مختبر الكسور' })
  await addresses.getByText('Public keyset URL').waitFor()
  await screenshot(page, 'external-tool-addresses')
  await page.keyboard.press('Escape')
  await page.getByText('Shares no names or addresses').waitFor()
  await expectAccessibleEverywhere(page, 'external-tools', async () => {
    await page.getByText('Shares no names or addresses').waitFor()
  })

  const { id: courseId } = await create<{ id: string }>(author, '/api/lms/courses', {
    title: 'Fractions',
    audience: 'everybody',
  })
  const lesson = { courseId, title: 'Halves', contentType: 'external_tool' }
  const { id: lessonId } = await create<{ id: string }>(author, '/api/lms/lessons', lesson)
  await page.goto(`/lms-management/lessons/${lessonId}`)
  await page.getByText('The tool is missing').waitFor()
  await page.getByRole('button', { name: /Tool/ }).first().click()
  await page.getByRole('option', { name: 'مختبر الكسور' }).click()
  const [choosing] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Choose content in مختبر الكسور' }).click(),
  ])
  await choosing.getByRole('button', { name: 'Use Thirds' }).click()
  await choosing.getByText('The content was chosen.').waitFor()
  await choosing.close()
  await page.getByText('Content chosen').waitFor()
  await expect.poll(() => page.getByLabel('Content URL').inputValue()).toBe(`${tool.origin}/thirds`)
  await screenshot(page, 'external-tool-editor')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  await author.put(`/api/lms/courses/${courseId}`, { status: 'published' })
  expectNoErrors(page, { except: [/400/] })

  const student = await organization.signIn('student')
  await student.post(`/api/tenant/courses/${courseId}/enroll`)
  const own = await visitor.open(origin, `/courses/${courseId}?lesson=${lessonId}`, { as: student.user?.email ?? '' })
  const [opened] = await Promise.all([
    own.context().waitForEvent('page'),
    own.getByRole('button', { name: 'Open the tool' }).click(),
  ])
  const heading = await opened.getByRole('heading', { level: 1 }).textContent()
  const [, subject = ''] = /^Halves for ([0-9a-f-]{36})$/.exec(heading ?? '') ?? []
  expect(subject).not.toBe('')
  await opened.close()
  const [registered] = (await author.get('/api/tenant/lti/tools')).body
  const { issuer } = (await author.get('/api/tenant/lti/platform')).body
  const program = organization.client()
  const identity = { clientId: registered.clientId, issuer }
  const token = await getAccessToken(platform, program, identity, scopes.postScores)
  const path = `/api/lti/courses/${courseId}/line-items/${lessonId}/scores`
  const score = {
    userId: subject,
    scoreGiven: 17,
    scoreMaximum: 20,
    timestamp: platform.core.clock.now().toISOString(),
    activityProgress: 'Completed',
    gradingProgress: 'FullyGraded',
  }
  expect((await callService(program, token, path, score)).status).toBe(204)
  await own.reload()
  await own.getByText('Score from the tool: 85%').waitFor()
  await own.getByText('Completed').first().waitFor()
  await expectAccessibleEverywhere(own, 'external-tool-lesson', async () => {
    await own.getByText('Score from the tool: 85%').waitFor()
  })
  expectNoErrors(own)
  tool.close()
})

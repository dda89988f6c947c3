import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

/** Errors that are expected: the check before sign-in, and an incomplete form. */
const expected = { except: [/401/, /400/] }

test('an admin chooses judges and criteria, the judges score alone, and see the others’ points with the result', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const grace = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const mary = await organization.user('instructor', { firstName: 'Mary', lastName: 'Jackson' })
  const ada = await buildStudent(platform, organization, { firstName: 'Ada' })
  await buildStudent(platform, organization, { firstName: 'Ben' })
  const origin = platform.originOf(organization)
  const page = await visitor.open(origin, '/challenges?add=true', { as: grace.email })
  const dialog = page.getByRole('dialog', { name: 'New Challenge' })
  await dialog.getByLabel('Title').fill('Invention pitch')
  for (const [index, name] of ['Grace Hopper', 'Mary Jackson'].entries()) {
    await dialog.getByRole('button', { name: 'Add judge' }).click()
    await dialog.getByRole('combobox', { name: `Judge ${index + 1}` }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  await dialog.getByRole('button', { name: 'Create challenge' }).click()
  await dialog.getByText('Add at least one criterion').first().waitFor()
  for (const [index, name] of ['Idea', 'Telling it'].entries()) {
    await dialog.getByRole('button', { name: 'Add criterion' }).click()
    await dialog.getByRole('textbox', { name: `Criterion ${index + 1}`, exact: true }).fill(name)
  }
  await dialog.getByRole('textbox', { name: 'Weight of criterion 1' }).fill('3')
  await expectAccessibleEverywhere(page, 'challenge-judges', () => dialog.waitFor())
  await dialog.getByRole('button', { name: 'Create challenge' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('link', { name: 'Judging of Invention pitch' }).click()
  await page.getByText('Choose a student').waitFor()
  await expectAccessibleEverywhere(page, 'judging', () => page.getByRole('link', { name: 'Ada King' }).waitFor())
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('link', { name: 'Ada King' }).click()
  const idea = page.getByRole('group', { name: /^Idea/ })
  await idea.getByRole('radio', { name: '8', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.getByText('1 of 2 criteria scored').waitFor()
  await page.getByRole('group', { name: 'Telling it' }).getByRole('radio', { name: '5', exact: true }).click()
  await page.getByText('Your score: 80 of 100, not saved yet').waitFor()
  // A judge who looks at another student in between loses nothing.
  await page.getByRole('link', { name: 'Ben King' }).click()
  await page.getByRole('heading', { name: 'Ben King' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Ada King' }).getByText('Not saved').waitFor()
  await page.getByRole('link', { name: 'Ada King' }).click()
  await page.getByText('Your score: 80 of 100, not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByRole('heading', { name: 'Ben King' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Ada King' }).getByText('1 of 2 judges').waitFor()

  const challengeId = /challenges\/([\w-]+)\/judging/.exec(page.url())?.[1] ?? ''
  await page.goto(`/challenges/scores?challenges=${challengeId}`)
  await page
    .getByRole('gridcell', { name: 'Ada King, Invention pitch: no score, 1 of 2 judges, cannot be changed' })
    .waitFor()
  const second = await organization.client().signIn(mary.email)
  const judged = await second.put(`/api/challenges/${challengeId}/judging/${ada.id}`, { points: [6, 6], seen: null })
  expect(judged).toMatchObject({ status: 200, body: { result: 70 } })
  await page.reload()
  await page
    .getByRole('gridcell', { name: 'Ada King, Invention pitch: 70, 2 of 2 judges, up to 100, cannot be changed' })
    .waitFor()
  await expectAccessible(page)
  await page.goto(`/challenges/${challengeId}/judging?student=${ada.id}`)
  await page.getByText('Result: 70 of 100').waitFor()
  const given = page.getByRole('table', { name: 'Scores by judge' })
  await given.getByRole('row', { name: 'Mary Jackson 6 6 60' }).waitFor()
  await given.getByRole('row', { name: 'Grace Hopper (you) 9 5 80' }).waitFor()
  await expectAccessibleEverywhere(page, 'judging-result', () => page.getByText('Result: 70 of 100').waitFor())
  await page.getByRole('button', { name: 'Remove my score' }).click()
  await page.getByText('Not scored yet: Grace Hopper').waitFor()
  expect(await page.getByText('Result: 70').count()).toBe(0)

  await page.goto(`/challenges?edit=${challengeId}`)
  await page.getByText('Judges have already scored, so the criteria and the result cannot change.').waitFor()
  expectNoErrors(page, expected)
})

import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { zip } from '#core/testing/zip.ts'
import { COURSE_PACKAGE } from '../../../authoring/files/contract.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { sendCourseFile } from '../../../testing/files.ts'

const test = browserTest([lms])

const manifest = `<manifest><metadata><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Circuits</title>
    <item identifierref="r"><title>Circuits</title></item></organization></organizations>
  <resources><resource identifier="r" href="start.html"/></resources></manifest>`

/** Page that shows its saved position, and what it can access outside its frame. */
const start = `<!doctype html><html lang="en"><head><title>Circuits</title></head><body><h1>Circuits</h1>
<p id="place"></p><p id="reached"></p><button id="on">Go on</button><button id="done">Finish</button><script>
  API.LMSInitialize('')
  const say = (name, value) => API.LMSSetValue('cmi.core.' + name, value)
  const show = () => (place.textContent = 'Page ' + (API.LMSGetValue('cmi.core.lesson_location') || '1'))
  show()
  on.onclick = () => { say('lesson_location', '2'); say('exit', 'suspend'); say('lesson_status', 'incomplete'); API.LMSCommit(''); show() }
  done.onclick = () => { say('lesson_status', 'completed'); API.LMSFinish('') }
  const tries = [() => top.document.title, () => document.cookie, () => localStorage.length]
  const outcome = (work) => { try { return String(work()) } catch (error) { return error.name } }
  fetch('/api/user').then((answer) => answer.status, (error) => error.name)
    .then((api) => (reached.textContent = [...tries.map(outcome), api].join(' ')))
</script></body></html>`

interface PublishedLesson {
  title: string
  /** Package of an interactive lesson; an article without. */
  bytes?: Buffer
  startPage?: string
}

/** Publishes a course and enrolls a learner. @returns the learner, with the lessons' addresses and stored progress */
async function enrollLearner(organization: TestOrganization, lessons: readonly PublishedLesson[]) {
  const author = await organization.signIn('tenant_admin')
  const titles = lessons.map(({ title }) => title)
  const { id, lessons: lessonIds } = await publishCourse(author, { title: 'Robots' }, titles)
  for (const [index, { title, bytes, ...details }] of lessons.entries()) {
    if (!bytes) continue
    const filename = `${title}.zip`
    const { id: fileId } = await sendCourseFile(author, id, { bytes, filename, kind: COURSE_PACKAGE })
    const file = { id: fileId, name: filename, mimeType: 'application/zip' }
    const lesson = `/api/lms/lessons/${lessonIds[index]}`
    await author.put(lesson, { contentType: 'interactive' })
    await author.put(`${lesson}/content`, { contentType: 'interactive', details: { ...details, file } })
  }
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  const learner = await organization.signIn('instructor')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const [address = '', ...addresses] = lessonIds.map((lessonId) => `/courses/${id}?lesson=${lessonId}`)
  const kept = async (index = 0) => (await learner.get(`/api/tenant/courses/${id}/lessons/${lessonIds[index]}`)).body
  return {
    as: learner.user?.email ?? '',
    author: author.user?.email ?? '',
    lessonIds,
    address,
    addresses: [address, ...addresses],
    kept,
  }
}

test('a learner continues a SCORM package where they stopped, and it reports when it is finished', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const bytes = zip([
    { path: 'imsmanifest.xml', content: manifest },
    { path: 'start.html', content: start },
  ])
  const { as, address, kept } = await enrollLearner(organization, [
    { title: 'Circuits', bytes, startPage: 'start.html' },
    { title: 'Wheels' },
  ])
  const page = await visitor.open(platform.originOf(organization), address, { as })
  const frame = page.frameLocator('iframe')
  await frame.getByText('Page 1', { exact: true }).waitFor()
  await frame.getByText('SecurityError SecurityError SecurityError TypeError').waitFor()
  await frame.getByRole('button', { name: 'Go on' }).click()
  await frame.getByText('Page 2', { exact: true }).waitFor()
  // Left for another lesson, and then by closing the page.
  await page.getByRole('button', { name: 'Next lesson' }).click()
  await page.getByText('About Wheels').waitFor()
  await page.getByRole('button', { name: 'Previous lesson' }).click()
  await frame.getByText('Page 2', { exact: true }).waitFor()
  await expect.poll(async () => (await kept()).packageState).toContain('"cmi.core.lesson_location":"2"')
  await page.reload()
  await frame.getByText('Page 2', { exact: true }).waitFor()
  await expectAccessible(page)
  platform.clock.forward(10_000)
  await frame.getByRole('button', { name: 'Finish' }).click()
  await page
    .getByRole('region', { name: /notification/i })
    .getByText('Lesson completed')
    .waitFor()
  expect((await kept()).progress).toMatchObject({ isCompleted: true, how: 'self-reported' })
  expectNoErrors(page, {
    except: [/401/, /Content Security Policy/, /Refused to connect/, /Failed to fetch/, /violates/],
  })
})

const sco = `<!doctype html><html lang="en"><head><title>Part</title><script>
  var API = null
  onload = () => {
    API = window.parent.API
    API.LMSInitialize('')
    out.textContent = 'OK ' + location.search + ' ' + API.LMSGetValue('cmi.core.lesson_location')
    API.LMSSetValue('cmi.core.lesson_location', document.title + location.search)
  }
</script></head><body><h1>Part</h1><p id="out">wait</p><button onclick="API.LMSSetValue('cmi.core.lesson_status', 'completed'); API.LMSFinish('')">Done</button></body></html>`

const twoParts = `<manifest><metadata><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Circuits</title>
    <item identifier="i1" identifierref="r1" parameters="?part=1"><title>Wires</title></item>
    <item identifier="i2" identifierref="r1" parameters="part=2"><title>Switches</title></item></organization></organizations>
  <resources><resource identifier="r1" href="part.html"/></resources></manifest>`

test('a package of two parts is completed with both, and continues in another browser', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const bytes = zip([
    { path: 'imsmanifest.xml', content: twoParts },
    { path: 'part.html', content: sco },
  ])
  const { as, address, kept } = await enrollLearner(organization, [
    { title: 'Circuits', bytes, startPage: 'part.html' },
  ])
  const page = await visitor.open(platform.originOf(organization), address, { as })
  const frame = page.frameLocator('iframe')
  await frame.getByText('OK ?part=1', { exact: true }).waitFor()
  platform.clock.forward(10_000)
  await frame.getByRole('button', { name: 'Done' }).click()
  await page.getByText('1 of 2 parts completed').waitFor()
  await page.getByRole('button', { name: 'Next part' }).click()
  await frame.getByText('OK ?part=2', { exact: true }).waitFor()
  await expectAccessible(page)
  await expect.poll(async () => (await kept()).packageState).toContain('Part?part=2')
  expect((await kept()).progress).toMatchObject({ isCompleted: false })

  await page.context().clearCookies()
  const other = await visitor.open(platform.originOf(organization), address, { as })
  const otherFrame = other.frameLocator('iframe')
  await otherFrame.getByText('OK ?part=2 Part?part=2', { exact: true }).waitFor()
  await otherFrame.getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await kept()).progress.isCompleted).toBe(true)
  await other.getByRole('button', { name: 'Wires – completed' }).click()
  await otherFrame.getByText('OK ?part=1 Part?part=1', { exact: true }).waitFor()
  expectNoErrors(other)
})

test('packages that search for their API in different ways find it, and are completed', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const shown = { 'own-var-api': 'OK', 'parent-first': 'OK', query: 'OK ?b=2', 'in-a-folder': 'OK', 'two-scos': 'OK' }
  const names = Object.keys(shown)
  const caseOf = (name: string) => new URL(`../../../authoring/files/testing/cases/scorm-${name}.zip`, import.meta.url)
  const lessons = await Promise.all(names.map(async (title) => ({ title, bytes: await readFile(caseOf(title)) })))
  const { as, addresses, kept } = await enrollLearner(organization, lessons)
  for (const [index, text] of Object.values(shown).entries()) {
    const page = await visitor.open(platform.originOf(organization), addresses[index] ?? '', { as })
    const frame = page.frameLocator('iframe')
    await frame.getByText(text, { exact: true }).waitFor()
    if (names[index] === 'two-scos') {
      await page.getByText('1 of 2 parts completed').waitFor()
      if ((await kept(index)).progress.isCompleted) throw new Error('One of two parts completed the lesson')
      await page.getByRole('button', { name: 'Next part' }).click()
      await page.getByText('2 of 2 parts completed').waitFor()
    }
    await expect.poll(async () => (await kept(index)).progress.facts.said?.isFinished).toBe(true)
    expectNoErrors(page)
    await page.close()
  }
})

const page2004 = `<!doctype html><html lang="en"><head><title>Circuits</title><script>
  onload = () => {
    const api = window.parent.API_1484_11
    const get = (name) => api.GetValue('cmi.' + name)
    api.Initialize('')
    out.textContent = ['entry', 'launch_data', 'time_limit_action', 'location', 'suspend_data', 'score.scaled', 'completion_status', 'success_status'].map(get).join('; ')
    const set = (values) => Object.entries(values).every(([name, value]) => api.SetValue('cmi.' + name, value) === 'true')
    leave.onclick = () => {
      const isSet = set({
        location: 'p2', suspend_data: 'lamp=on ü', 'score.scaled': '0.8',
        completion_status: 'incomplete', success_status: 'unknown', exit: 'suspend',
      })
      out.textContent = ['left', isSet, api.Terminate('')].join(' ')
    }
    finish.onclick = () => {
      const isSet = set({ 'score.scaled': '0.9', completion_status: 'completed', success_status: 'passed' })
      out.textContent = ['finished', isSet, api.Terminate('')].join(' ')
    }
  }
</script></head><body><h1>Circuits</h1><p id="out">wait</p><button id="leave">Leave</button><button id="finish">Finish</button></body></html>`

const manifest2004 = manifest
  .replace('1.2', '2004 4th Edition')
  .replace(
    '</item>',
    '<adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction><adlcp:dataFromLMS>volts=5</adlcp:dataFromLMS></item>',
  )

test('a learner continues a SCORM 2004 package in another browser, and completes it', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const bytes = zip([
    { path: 'imsmanifest.xml', content: manifest2004 },
    { path: 'start.html', content: page2004 },
  ])
  const { as, address, kept } = await enrollLearner(organization, [{ title: 'Circuits', bytes }])
  const page = await visitor.open(platform.originOf(organization), address, { as })
  const frame = page.frameLocator('iframe')
  await frame.getByText('ab-initio; volts=5; exit,message; ; ; ; unknown; unknown', { exact: true }).waitFor()
  platform.clock.forward(10_000)
  await frame.getByRole('button', { name: 'Leave' }).click()
  await frame.getByText('left true true', { exact: true }).waitFor()
  await expect.poll(async () => (await kept()).packageState).toContain('"cmi.location":"p2"')
  expect((await kept()).progress).toMatchObject({ isCompleted: false })
  expectNoErrors(page)

  await page.close()
  const other = await visitor.open(platform.originOf(organization), address, { as })
  const otherFrame = other.frameLocator('iframe')
  await otherFrame
    .getByText('resume; volts=5; exit,message; p2; lamp=on ü; 0.8; incomplete; unknown', { exact: true })
    .waitFor()
  await otherFrame.getByRole('button', { name: 'Finish' }).click()
  await otherFrame.getByText('finished true true', { exact: true }).waitFor()
  await expect.poll(async () => (await kept()).progress.isCompleted).toBe(true)
  expect(JSON.parse((await kept()).packageState)).toMatchObject({
    'cmi.location': 'p2',
    'cmi.suspend_data': 'lamp=on ü',
    'cmi.score.scaled': '0.9',
    'cmi.completion_status': 'completed',
    'cmi.success_status': 'passed',
  })
  expectNoErrors(other)
})

test('a learner passes a SCORM 2004 package with the score that its manifest requires', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const passing = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true">
    <imsss:minNormalizedMeasure>0.85</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing></item>`
  const judged = page2004
    .replace("'score.scaled': '0.8',", "'score.scaled': '0.8', success_status: 'passed',")
    .replace("success_status: 'unknown', exit", 'exit')
    .replace("['entry', 'launch_data'", "['scaled_passing_score', 'success_status', 'entry', 'launch_data'")
    .replace("completion_status: 'completed', success_status: 'passed'", "success_status: 'failed'")
  const bytes = zip([
    { path: 'imsmanifest.xml', content: manifest2004.replace('</item>', passing) },
    { path: 'start.html', content: judged },
  ])
  const { as, address, kept } = await enrollLearner(organization, [{ title: 'Circuits', bytes }])
  const page = await visitor.open(platform.originOf(organization), address, { as })
  const frame = page.frameLocator('iframe')
  await frame.getByText(/^0\.85; unknown; ab-initio/).waitFor()
  platform.clock.forward(10_000)
  await frame.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(async () => (await kept()).packageState).toContain('"cmi.success_status":"failed"')
  expect((await kept()).progress).toMatchObject({ isCompleted: false })
  await page.reload()
  await frame.getByText(/^0\.85; failed; resume/).waitFor()
  await frame.getByRole('button', { name: 'Finish' }).click()
  await expect.poll(async () => (await kept()).progress.isCompleted).toBe(true)
  expect(JSON.parse((await kept()).packageState)).toMatchObject({ 'cmi.success_status': 'passed' })
  expectNoErrors(page)
})

test('a learner opens parts of a package in order, and its author opens any part', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const ordered = twoParts.replace('Switches</title>', 'Switches</title><adlcp:prerequisites>i1</adlcp:prerequisites>')
  const bytes = zip([
    { path: 'imsmanifest.xml', content: ordered },
    { path: 'part.html', content: sco },
  ])
  const { as, address, author, lessonIds } = await enrollLearner(organization, [{ title: 'Circuits', bytes }])
  const page = await visitor.open(platform.originOf(organization), address, { as })
  const [second, next] = ['Switches', 'Next part'].map((name) => page.getByRole('button', { name }))
  await page.frameLocator('iframe').getByText('OK ?part=1', { exact: true }).waitFor()
  expect([await second?.isDisabled(), await next?.isDisabled()]).toEqual([true, true])
  platform.clock.forward(10_000)
  await page.frameLocator('iframe').getByRole('button', { name: 'Done' }).click()
  await page.getByText('1 of 2 parts completed').waitFor()
  await second?.click()
  await page.frameLocator('iframe').getByText('OK ?part=2', { exact: true }).waitFor()
  expectNoErrors(page)

  await page.context().clearCookies()
  const builder = await visitor.open(platform.originOf(organization), `/lms-management/lessons/${lessonIds[0]}`, {
    as: author,
  })
  await builder.getByRole('radio', { name: 'Preview', exact: true }).click()
  await builder.frameLocator('iframe').getByText('OK ?part=1', { exact: true }).waitFor()
  await builder.getByRole('button', { name: 'Switches' }).click()
  await builder.frameLocator('iframe').getByText('OK ?part=2', { exact: true }).waitFor()
  expectNoErrors(builder)
})

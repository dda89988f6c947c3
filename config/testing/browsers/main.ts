import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserKind, Driver } from './driver.ts'
import { firefox } from './firefox.ts'
import { type Flow, flows, signIn } from './flows.ts'
import { Page } from './page.ts'
import { type DemoPlatform, startDemoPlatform } from './platform.ts'
import { prepare, type Prepared } from './prepare.ts'
import { webkit } from './webkit.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const picturesDir = process.env['SCREENSHOTS_DIR'] ?? tmpdir()

/** Runs a flow in a tab of its own. @returns whether it passed */
async function runFlow(driver: Driver, { origin }: DemoPlatform, flow: Flow, prepared: Prepared): Promise<boolean> {
  const tab = await driver.newTab()
  const title = `${prepared.browser}: ${flow.name}`
  try {
    const page = new Page(tab, origin)
    await signIn(page, flow.as(prepared))
    await flow.run(page, prepared)
    const errors = tab.listErrors()
    if (errors.length > 0) throw new Error(`Errors of the page:\n${errors.join('\n')}`)
    say(`ok       ${title}`)
    return true
  } catch (error) {
    const picture = join(picturesDir, `${title.replace(/\W+/g, '-').toLowerCase()}.png`)
    await writeFile(picture, await tab.takePicture())
    say(`FAILED   ${title}: ${error instanceof Error ? error.message : String(error)}\nPicture: ${picture}`)
    return false
  } finally {
    await tab.close()
  }
}

async function runBrowser(kind: BrowserKind, platform: DemoPlatform, index: number): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-browser-'))
  const prepared = await prepare(platform, kind.name, index)
  const driver = await kind.launch(directory)
  let failed = 0
  try {
    for (const flow of flows.filter(({ name }) => name.includes(wanted))) {
      if (!(await runFlow(driver, platform, flow, prepared))) failed += 1
    }
  } finally {
    await driver.close()
    await rm(directory, { recursive: true, force: true, maxRetries: 10 })
  }
  return failed
}

const wanted = process.argv[2] ?? ''
const installed: BrowserKind[] = []
for (const kind of [firefox, webkit]) {
  const missing = kind.missing()
  if (missing) say(`skipped  ${kind.name}: not installed: ${missing}`)
  else installed.push(kind)
}
let failed = 0
if (installed.length > 0) {
  const platform = await startDemoPlatform()
  try {
    for (const [index, kind] of installed.entries()) failed += await runBrowser(kind, platform, index)
  } finally {
    await platform.close()
  }
}
process.exit(failed === 0 ? 0 : 1)

import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { readBuildId } from '../web-build.ts'
import { keepBuild } from './earlier-builds.ts'
import { serveFiles } from './web.ts'

/** Creates a folder like the build does, with a hashed file of its own. */
async function makeBuild(name: string): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, `assets/page-${name}.js`), `export default '${name}'`)
  await writeFile(join(folder, '.build'), name.repeat(64))
  return folder
}

test('a server that starts stores its build, and serves the files of two builds before and no older ones', async () => {
  const store = join(await temporaryFolder(), 'web-builds')
  const builds = await Promise.all(['a', 'b', 'c', 'd'].map(makeBuild))
  let day = 1
  for (const build of builds.slice(0, -1)) {
    await keepBuild(build, store)
    const at = new Date(2026, 0, day++)
    await utimes(join(store, await readBuildId(build)), at, at)
  }
  const last = builds.at(-1) ?? ''
  const earlier = await keepBuild(last, store)
  const ids = await Promise.all(builds.map(readBuildId))
  expect(earlier).toEqual([ids[2], ids[1]].map((id) => join(store, String(id))))
  expect((await readdir(store)).toSorted()).toEqual(ids.slice(1).toSorted())

  const { app, close } = await openTestPlatform([], { web: (server) => serveFiles(server, last, { earlier }) })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => app.inject({ url: `/assets/page-${name}.js` })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200, 200])
  expect(answers[1]?.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-trellis-build': ids[3],
  })
  await close()
})

test('nodes that start at the same time store one whole build, and none of them lists it as an earlier one', async () => {
  const store = join(await temporaryFolder(), 'web-builds')
  const build = await makeBuild('a')
  expect(await Promise.all([keepBuild(build, store), keepBuild(build, store), keepBuild(build, store)])).toEqual([
    [],
    [],
    [],
  ])
  expect(await readdir(store)).toEqual([await readBuildId(build)])
  expect(await readdir(join(store, await readBuildId(build), 'assets'))).toEqual(['page-a.js'])
})

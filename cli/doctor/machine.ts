import { randomBytes } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#config/env.ts'
import { GIGABYTE, sizeText } from '#core/contract/sizes.ts'
import { broken, ok, warning, type Finding } from '#core/server/finding.ts'
import { reservePort } from '#core/server/http/reservation.ts'
import { webIsStale } from '#core/server/web-build.ts'
import { sentenceOf } from '../failure.ts'

const MIN_NODE_VERSION = 26

export function checkNode(): Finding {
  const { node } = process.versions
  return Number.parseInt(node, 10) >= MIN_NODE_VERSION
    ? ok('node', `Node.js ${node}`)
    : broken(
        'node',
        `Node.js ${node} is too old for the platform; npm start and npx platform-cli use the one in node_modules`,
      )
}

export async function checkDataFolder({ dataDir }: Env): Promise<Finding> {
  const probe = join(dataDir, `.doctor-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    return broken('data', `${dataDir} cannot be written (${sentenceOf(error)}); set DATA_DIR to a folder that can`)
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const message = `${dataDir} has ${sizeText(free, 'en')} left`
  if (free < GIGABYTE / 10) return broken('data', `${message}; make room before anything is lost`)
  return free < GIGABYTE ? warning('data', `${message}; make room soon`) : ok('data', message)
}

export async function checkWebBuild({ languages }: Env): Promise<Finding> {
  return (await webIsStale({ languages }))
    ? warning('web', 'The web app is missing or stale; npm start builds it, platform-cli build too')
    : ok('web', 'The web app is built and up to date')
}

export async function checkPort({ port, host }: Env): Promise<Finding> {
  try {
    await (await reservePort(port, host)).close()
    return ok('port', `Port ${port} is free`)
  } catch (error) {
    return (await platformAnswers(port))
      ? ok('port', `The platform is running on port ${port}`)
      : broken('port', sentenceOf(error))
  }
}

async function platformAnswers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/platform`, { signal: AbortSignal.timeout(3000) })
    return 'platformName' in ((await answer.json()) as object)
  } catch {
    return false
  }
}

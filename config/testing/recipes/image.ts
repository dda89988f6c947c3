import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { freePort } from '#core/server/database/ports.ts'
import { installDebian, isReadyAt, REPOSITORY, requireDebian, sharedVariables } from './debian.ts'
import { waitUntil, type Recipe } from './recipe.ts'

const BUILDAH = '/usr/bin/buildah'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
// Its layers need no file system of their own, and its steps no container.
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }

/**
 * Builds the Dockerfile and runs `serve` and `work` of the image. The image of Node.js that it begins with is replaced by
 * Debian's packages and the Node.js that runs this, so that none is downloaded.
 */
export const image: Recipe = {
  name: 'Docker image',
  section: 'Docker image and systemd units',
  blocks: [],
  run: async (directory) => {
    requireDebian(BUILDAH, 'buildah')
    const storage = ['--root', join(directory, 'storage'), '--runroot', join(directory, 'run')]
    const buildah = (...given: string[]) =>
      execFileSync(BUILDAH, [...storage, ...given], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    await makeNodeImage(directory, buildah)
    const files = ['core/operations/Dockerfile', 'core/operations/Dockerfile.dockerignore'].map(
      (path) => REPOSITORY + path,
    )
    const [dockerfile = '', ignored = ''] = files
    buildah(
      'bud',
      '--pull-never',
      '--network',
      'host',
      '-f',
      dockerfile,
      '--ignorefile',
      ignored,
      '-t',
      'trellis',
      REPOSITORY,
    )
    const database = await startEmbeddedPostgres(join(directory, 'postgres'), ['fsync=off'])
    try {
      for (const [command, variable] of [
        ['serve', 'PORT'],
        ['work', 'WORK_PORT'],
      ] as const) {
        await tryCommand(buildah, [...storage, 'run', '--network', 'host'], { command, variable, url: database.url })
      }
    } finally {
      await database.stop()
      buildah('rm', '--all')
      buildah('rmi', '--all', '--force')
    }
    return '`serve` and `work` of the image are ready, as the user node'
  },
}

type Buildah = (...given: string[]) => string

async function makeNodeImage(directory: string, buildah: Buildah): Promise<void> {
  const root = join(directory, 'node')
  installDebian(root, [])
  await copyFile(await realpath(process.execPath), join(root, 'usr/local/bin/node'))
  const npm = dirname(dirname(await realpath(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  await copyFile(CERTIFICATES, join(root, CERTIFICATES))
  execFileSync('chroot', [root, '/usr/sbin/useradd', '--uid', '1000', '--create-home', 'node'])
  const container = buildah('from', 'scratch')
  buildah('add', container, root, '/')
  buildah(
    'config',
    '--env',
    `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    '--env',
    'PATH=/usr/local/bin:/usr/bin:/bin',
    container,
  )
  buildah('commit', container, 'docker.io/library/node:26-bookworm-slim')
}

interface Command {
  command: 'serve' | 'work'
  /** Variable of its port. */
  variable: string
  url: string
}

async function tryCommand(buildah: Buildah, run: string[], { command, variable, url }: Command): Promise<void> {
  const container = buildah('from', '--pull-never', 'localhost/trellis')
  const { docker } = JSON.parse(buildah('inspect', container)) as { docker: { config: { Entrypoint: string[] } } }
  const port = await freePort()
  const variables = Object.entries({ ...sharedVariables(url), [variable]: String(port) })
  const given = variables.flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const running = spawn(BUILDAH, [...run, ...given, container, '--', ...docker.config.Entrypoint, command], {
    env,
    stdio: 'ignore',
  })
  const ended = once(running, 'exit')
  try {
    await waitUntil(`${command} of the image is ready`, () => isReadyAt(port))
  } finally {
    running.kill()
    await ended
  }
}

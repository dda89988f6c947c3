import type { FastifyInstance } from 'fastify'
import { START_PAGE } from '#core/contract/start-page.ts'
import type { Core } from '../core.ts'
import { contextOf } from './context.ts'

const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8'

/** Replaces old service workers in browsers: it deletes their storage and unregisters itself. */
const REMOVING_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/** Serves the files with which a browser can install the app under the name and icon of the host's organization. */
export function registerInstalledApp(app: FastifyInstance, core: Core): void {
  const options = { schema: { hide: true } } as const
  app.get('/manifest.webmanifest', options, async (request, reply) => {
    const { tenant } = await contextOf(core, request)
    const name = tenant?.name ?? (await core.settings.current()).platformName
    const { logoUrl, accentColor } = tenant?.branding ?? {}
    const icons = [
      ...(logoUrl ? [{ src: logoUrl, sizes: 'any' }] : []),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ]
    const manifest = {
      id: '/',
      name,
      short_name: name,
      start_url: START_PAGE,
      scope: '/',
      display: 'standalone',
      icons,
    }
    return reply
      .type(MANIFEST_TYPE)
      .header('cache-control', 'no-cache')
      .send(JSON.stringify({ ...manifest, ...(accentColor && { theme_color: accentColor }) }))
  })
  if (!core.env.serviceWorkerOff) return
  app.get('/sw.js', options, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(REMOVING_WORKER),
  )
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Core } from '../core.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts changes from other origins too, and checks the origin itself. */
    checksOriginItself?: true
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Changes are accepted from the same origin alone. Other subdomains are other organizations, so that same-site is not
 * enough. Callers other than browsers send neither header and have no cookie that a page could misuse;
 * an API token comes in a header that no page can add.
 */
export function refuseForeignOrigins(core: Core) {
  return async (request: FastifyRequest): Promise<void> => {
    if (safe.has(request.method) || request.routeOptions.config.checksOriginItself) return
    if (request.signedIn?.apiToken) return
    const site = request.headers['sec-fetch-site']
    if (site === 'same-origin' || site === 'none') return
    const { origin } = request.headers
    if (site === undefined && (origin === undefined || sameOrigin(origin, request))) return
    core.log.warn({ origin, site, host: request.client.hostName }, 'refused a change from another origin')
    throw new AppError('foreign-origin', 403, 'Changes are accepted from this site alone')
  }
}

function sameOrigin(origin: string, request: FastifyRequest): boolean {
  try {
    return new URL(origin).host === request.client.hostName.toLowerCase()
  } catch {
    return false
  }
}

import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its addresses open something by themselves, so that no log may have them. */
    isAddressSecret?: true
  }
}

/** The address as logs may have it: without its query, and by its route alone where the rest is a secret too. */
export const loggedUrl = ({ url, routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.isAddressSecret ? routeOptions.url : url.split('?')[0]

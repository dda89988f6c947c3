import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its addresses grant access by themselves, so that they must not be logged. */
    isAddressSecret?: true
  }
}

/** Returns the loggable part of an address: without query, and only the route where the path is a secret too. */
export const loggedUrl = ({ url, routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.isAddressSecret ? routeOptions.url : url.split('?')[0]

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#config/env.ts'
import { isSecure } from './session-cookie.ts'

interface Answering {
  reply: FastifyReply
}

const MAX_AGE_SECONDS = 400 * 24 * 3600

/** Returns the name of a device's cookie, apart from that of a session: the device acts for the organization, not for a person. */
const deviceCookie = (env: Pick<Env, 'publicUrl'>) => (isSecure(env) ? '__Host-trellis-device' : 'trellis-device')

export const deviceTokenOf = (env: Pick<Env, 'publicUrl'>, { cookies }: FastifyRequest): string | undefined =>
  cookies[deviceCookie(env)]?.slice(0, 100)

const optionsOf = (env: Pick<Env, 'publicUrl'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(env) }) as const

/** Makes the browser a device of the organization. */
export function rememberDevice({ reply }: Answering, env: Pick<Env, 'publicUrl'>, token: string): void {
  reply.setCookie(deviceCookie(env), token, { ...optionsOf(env), maxAge: MAX_AGE_SECONDS })
}

export function forgetDevice({ reply }: Answering, env: Pick<Env, 'publicUrl'>): void {
  reply.clearCookie(deviceCookie(env), optionsOf(env))
}

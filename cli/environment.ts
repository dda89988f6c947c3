import { readEnv, type Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'

/** The environment, the variables of every plugin included. @throws EnvironmentError with all problems listed */
export const readEnvironment = (): Env =>
  readEnv(
    undefined,
    plugins.flatMap(({ environment }) => environment ?? []),
  )

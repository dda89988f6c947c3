import { readEnv, type Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'

const declaredVariables = () => plugins.flatMap(({ environment }) => environment ?? [])

/** The environment, the variables of every plugin included. @throws EnvironmentError with all problems listed */
export const readEnvironment = (): Env => readEnv(undefined, declaredVariables())

/** The same for commands that start nothing and leave no file behind. */
export const inspectEnvironment = (): Env => readEnv(undefined, declaredVariables(), { isReadOnly: true })

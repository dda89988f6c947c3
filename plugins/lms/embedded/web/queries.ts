import type { EmbeddedRun, MigrationStatus } from '../contract.ts'
import { embeddedApi } from './client.ts'

/** Milliseconds between two refreshes (spec part 2, section 9), and while a run is in progress. */
const REFRESH_INTERVAL_MS = 30_000
const RUNNING_REFRESH_INTERVAL_MS = 2000

export const isUnderWay = (run: EmbeddedRun | null | undefined) =>
  run?.status === 'waiting' || run?.status === 'running'

const isWorking = (status: MigrationStatus | undefined) =>
  isUnderWay(status?.runs.modules) || isUnderWay(status?.runs.users)

export const healthQuery = () => ({
  ...embeddedApi.embeddedHealth(),
  refetchOnMount: 'always' as const,
  refetchInterval: REFRESH_INTERVAL_MS,
})

export const statusQuery = () => ({
  ...embeddedApi.migrationStatus(),
  refetchOnMount: 'always' as const,
  refetchInterval: ({ state }: { state: { data: MigrationStatus | undefined } }) =>
    isWorking(state.data) ? RUNNING_REFRESH_INTERVAL_MS : REFRESH_INTERVAL_MS,
})

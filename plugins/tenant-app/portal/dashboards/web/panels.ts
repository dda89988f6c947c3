import { useQuery } from '@tanstack/react-query'
import { dashboardsApi } from './client.ts'

/** Tells whether the panels at the top of a dashboard have been answered, whose rows decide where the rest is. */
export function usePanelsKnown({ hasAttention }: { hasAttention: boolean }): boolean {
  const panels = useQuery(dashboardsApi.dashboardPanels())
  const attention = useQuery({ ...dashboardsApi.listAttention(), enabled: hasAttention })
  return !panels.isPending && !(hasAttention && attention.isPending)
}

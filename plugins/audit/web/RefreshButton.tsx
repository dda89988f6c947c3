import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'

/** Reads again, and says so while it does. */
export function RefreshButton({ refetch }: { refetch: () => Promise<unknown> }) {
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = () => {
    setRefreshing(true)
    void refetch().finally(() => setRefreshing(false))
  }
  return (
    <Button icon={<RefreshCw size={16} aria-hidden />} isPending={isRefreshing} onPress={refresh}>
      Refresh
    </Button>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import * as styles from './AddSampleData.css.ts'
import { sampleDataApi } from './client.ts'

/** Offers an admin of a new organization to add sample data, to look around before there are families. */
export function AddSampleData() {
  const queries = useQueryClient()
  const adding = useMutation(sampleDataApi.addSampleData.mutation())
  const add = async () => {
    try {
      await adding.mutateAsync()
    } catch (error) {
      notify({ title: 'Sample data not added', description: errorText(error), tone: 'destructive' })
      return
    }
    notify({ title: 'Sample data added', description: 'All names end in “(sample)”. You can remove it at any time.' })
    await queries.invalidateQueries()
  }
  return (
    <div className={styles.offer}>
      <span>Look around first? Sample students, sessions and projects email no one, and can be removed.</span>
      <Button size="small" isPending={adding.isPending} onPress={() => void add()}>
        Add sample data
      </Button>
    </div>
  )
}

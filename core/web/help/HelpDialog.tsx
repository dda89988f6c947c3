import { PageLink } from '../links.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Stack } from '../ui/layout/Stack.tsx'
import { Dialog, DialogBody } from '../ui/overlays/Dialog.tsx'
import { isAbout } from './article.ts'
import { ArticleView } from './ArticleView.tsx'
import { KeyList } from './KeyList.tsx'
import { useArticles, useRoutePath } from './useArticles.ts'

/** Shows the articles about the screen that is open, and leads to all. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const path = useRoutePath()
  const articles = useArticles()
  const about = articles.data?.filter((article) => isAbout(article, path)) ?? []
  const [only] = about.length === 1 ? about : []
  return (
    <Dialog title={only?.title ?? 'Help with this page'} isOpen onOpenChange={onClose}>
      <DialogBody>
        {articles.error ? (
          <ErrorState error={articles.error} onRetry={articles.refetch} isFrameless />
        ) : articles.data ? (
          <Stack>
            {about.length === 0 && <p>There is no article about this page yet.</p>}
            {about.map((article) => (
              <div key={article.id}>
                {!only && <h3>{article.title}</h3>}
                <ArticleView article={article} />
              </div>
            ))}
            <p>
              <PageLink to="/help" onPress={onClose}>
                All articles
              </PageLink>
            </p>
            <h3>Keys</h3>
            <KeyList />
          </Stack>
        ) : (
          <Skeleton height={160} />
        )}
      </DialogBody>
    </Dialog>
  )
}

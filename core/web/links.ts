import { createLink } from '@tanstack/react-router'
import { LinkButton } from './ui/actions/LinkButton.tsx'
import { TextLink } from './ui/actions/TextLink.tsx'

/**
 * The kit's links with the router's types: `to`, `params` and `search` are checked against the routes of all plugins,
 * and `preload="intent"` fetches a page's code before it is pressed. The kit's own take any address in `href`.
 */
export const PageLink = createLink(TextLink)
export const PageLinkButton = createLink(LinkButton)

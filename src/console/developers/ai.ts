import { h } from 'preact'
import type { ConsoleHandler } from '../console-page.ts'
import { AiTools } from './ai-tools.tsx'
import { developersTextsFor } from './texts.ts'

/** How to connect AI tools, with the URL of this instance. */
export const showAiTools: ConsoleHandler = async (visit) => {
  const texts = developersTextsFor(visit)
  const url = visit.addresses.mcp
  const inFile = (servers: string, server: object): string =>
    JSON.stringify({ [servers]: { openslot: server } }, null, 2)
  return {
    title: texts.ai.title,
    screen: 'developers',
    content: h(AiTools, {
      texts,
      address: url,
      isLocal: /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname),
      command: `claude mcp add --transport http openslot ${url}`,
      files: [
        { tool: 'VS Code', path: '.vscode/mcp.json', text: inFile('servers', { type: 'http', url }) },
        { tool: 'Cursor', path: '~/.cursor/mcp.json', text: inFile('mcpServers', { url }) },
      ],
    }),
  }
}

import { addToJson } from './add-to-json.ts'
import { addToToml } from './add-to-toml.ts'
import type { Addition } from './addition.ts'

/** A program that reads MCP servers from a file of the project. */
export interface AgentClient {
  readonly title: string
  /** Its configuration, below the folder of the project. */
  readonly file: string
  /** Paths that show that the project uses it. */
  readonly signs: readonly string[]
  /** Where it reads the skill. */
  readonly skillFile: string
  /** Adds the server to the text of the file; undefined if there is no file. Every other entry stays. */
  readonly add: (text: string | undefined, url: string) => Addition
}

/** The key stays in the environment: no file of a project contains it. */
const bearer = (variable: string) => ({ Authorization: `Bearer ${variable}` })

const keyInput = {
  type: 'promptString',
  id: 'weir-key',
  description: 'API key of Weir',
  password: true,
} as const

/** The clients that `weir init` knows, by the name that its users type. */
export const agentClients: Readonly<Record<string, AgentClient>> = {
  claude: {
    title: 'Claude Code',
    file: '.mcp.json',
    signs: ['.mcp.json', '.claude', 'CLAUDE.md'],
    skillFile: '.claude/skills/weir/SKILL.md',
    add: (text, url) =>
      addToJson(text, {
        mcpServers: { weir: { type: 'http', url, headers: bearer('${WEIR_KEY}') } },
      }),
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json',
    signs: ['.cursor', '.cursorrules'],
    skillFile: '.cursor/skills/weir/SKILL.md',
    add: (text, url) =>
      addToJson(text, { mcpServers: { weir: { url, headers: bearer('${env:WEIR_KEY}') } } }),
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    signs: ['.vscode'],
    skillFile: '.github/skills/weir/SKILL.md',
    add: (text, url) =>
      addToJson(text, {
        servers: { weir: { type: 'http', url, headers: bearer('${input:weir-key}') } },
        inputs: [keyInput],
      }),
  },
  codex: {
    title: 'Codex',
    file: '.codex/config.toml',
    signs: ['.codex'],
    skillFile: '.agents/skills/weir/SKILL.md',
    add: (text, url) =>
      addToToml(text, ['mcp_servers', 'weir'], { url, bearer_token_env_var: 'WEIR_KEY' }),
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    signs: ['.gemini', 'GEMINI.md'],
    skillFile: '.gemini/skills/weir/SKILL.md',
    add: (text, url) =>
      addToJson(text, { mcpServers: { weir: { httpUrl: url, headers: bearer('$WEIR_KEY') } } }),
  },
  opencode: {
    title: 'OpenCode',
    file: 'opencode.json',
    signs: ['opencode.json', '.opencode'],
    skillFile: '.opencode/skills/weir/SKILL.md',
    add: (text, url) =>
      addToJson(text, {
        mcp: { weir: { type: 'remote', url, enabled: true, headers: bearer('{env:WEIR_KEY}') } },
      }),
  },
}

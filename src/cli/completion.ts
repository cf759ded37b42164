import { Argument, Command, type Option } from 'commander'
import { commands } from './commands.ts'
import { printBash } from './completion/bash.ts'
import { printFish } from './completion/fish.ts'
import type { CompletedCommand } from './completion/completed-command.ts'
import { printZsh } from './completion/zsh.ts'
import type { Terminal } from './terminal.ts'

const shells = { bash: printBash, zsh: printZsh, fish: printFish }

/** `weir completion SHELL`: what the shell needs to complete the command line of `weir`, made from the table of commands. */
export function declareCompletion(command: Command, terminal: Terminal): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
Where it goes:
  bash  eval "$(weir completion bash)"           in ~/.bashrc
  zsh   eval "$(weir completion zsh)"            in ~/.zshrc, after compinit
  fish  weir completion fish > ~/.config/fish/completions/weir.fish`,
    )
    .action(async (shell: keyof typeof shells) => {
      terminal.out(shells[shell](await listCommands(terminal)))
    })
}

/** Every command with its subcommands, the root first. */
async function listCommands(terminal: Terminal): Promise<readonly CompletedCommand[]> {
  const root = new Command('weir').option('--version', 'print the version')
  for (const [name, { description, load }] of Object.entries(commands)) {
    const command = root.command(name).description(description)
    const declare = await load()
    declare(command, terminal)
  }
  return describe(root, [])
}

function describe(command: Command, path: readonly string[]): CompletedCommand[] {
  const helped = [...command.options, command.createOption('--help', 'print the help')]
  const own: CompletedCommand = {
    path,
    children: command.commands.map((child) => ({
      word: child.name(),
      summary: summarise(child.description()),
    })),
    options: helped.filter(({ hidden }) => !hidden).map(describeOption),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }
  return [own, ...command.commands.flatMap((child) => describe(child, [...path, child.name()]))]
}

const describeOption = ({ long, short, description, argChoices = [], ...option }: Option) => ({
  word: long ?? '',
  short: short ?? undefined,
  summary: summarise(description),
  takesValue: option.required || option.optional,
  values: argChoices,
})

/** The first sentence, without what a shell would read as the end of the text. */
const summarise = (text: string) => (text.split('. ')[0] ?? '').replaceAll(/['"`\\$]/g, '')

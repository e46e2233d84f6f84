// `pnpm load`: bidders and watchers by the hundred against a running deployment, and a report of what they saw.

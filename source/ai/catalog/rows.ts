/** The rows of one provider, read when they are needed; scripts/update-models.mjs renews them. */
export const rows: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
	'amazon-bedrock': async () =>
		(await import('./models/amazon-bedrock.json', {with: {type: 'json'}})).default,
	'ant-ling': async () => (await import('./models/ant-ling.json', {with: {type: 'json'}})).default,
	anthropic: async () => (await import('./models/anthropic.json', {with: {type: 'json'}})).default,
	azure: async () => (await import('./models/azure.json', {with: {type: 'json'}})).default,
	baseten: async () => (await import('./models/baseten.json', {with: {type: 'json'}})).default,
	cerebras: async () => (await import('./models/cerebras.json', {with: {type: 'json'}})).default,
	'cloudflare-ai-gateway': async () =>
		(await import('./models/cloudflare-ai-gateway.json', {with: {type: 'json'}})).default,
	'cloudflare-workers-ai': async () =>
		(await import('./models/cloudflare-workers-ai.json', {with: {type: 'json'}})).default,
	deepseek: async () => (await import('./models/deepseek.json', {with: {type: 'json'}})).default,
	fireworks: async () => (await import('./models/fireworks.json', {with: {type: 'json'}})).default,
	'github-copilot': async () =>
		(await import('./models/github-copilot.json', {with: {type: 'json'}})).default,
	google: async () => (await import('./models/google.json', {with: {type: 'json'}})).default,
	'google-vertex': async () =>
		(await import('./models/google-vertex.json', {with: {type: 'json'}})).default,
	groq: async () => (await import('./models/groq.json', {with: {type: 'json'}})).default,
	huggingface: async () =>
		(await import('./models/huggingface.json', {with: {type: 'json'}})).default,
	'kimi-coding': async () =>
		(await import('./models/kimi-coding.json', {with: {type: 'json'}})).default,
	meta: async () => (await import('./models/meta.json', {with: {type: 'json'}})).default,
	minimax: async () => (await import('./models/minimax.json', {with: {type: 'json'}})).default,
	'minimax-cn': async () =>
		(await import('./models/minimax-cn.json', {with: {type: 'json'}})).default,
	mistral: async () => (await import('./models/mistral.json', {with: {type: 'json'}})).default,
	moonshotai: async () =>
		(await import('./models/moonshotai.json', {with: {type: 'json'}})).default,
	'moonshotai-cn': async () =>
		(await import('./models/moonshotai-cn.json', {with: {type: 'json'}})).default,
	nvidia: async () => (await import('./models/nvidia.json', {with: {type: 'json'}})).default,
	openai: async () => (await import('./models/openai.json', {with: {type: 'json'}})).default,
	'openai-codex': async () =>
		(await import('./models/openai-codex.json', {with: {type: 'json'}})).default,
	opencode: async () => (await import('./models/opencode.json', {with: {type: 'json'}})).default,
	'opencode-go': async () =>
		(await import('./models/opencode-go.json', {with: {type: 'json'}})).default,
	openrouter: async () =>
		(await import('./models/openrouter.json', {with: {type: 'json'}})).default,
	'qwen-token-plan': async () =>
		(await import('./models/qwen-token-plan.json', {with: {type: 'json'}})).default,
	'qwen-token-plan-cn': async () =>
		(await import('./models/qwen-token-plan-cn.json', {with: {type: 'json'}})).default,
	'qwen-token-plan-individual': async () =>
		(await import('./models/qwen-token-plan-individual.json', {with: {type: 'json'}})).default,
	'qwen-token-plan-individual-cn': async () =>
		(await import('./models/qwen-token-plan-individual-cn.json', {with: {type: 'json'}})).default,
	together: async () => (await import('./models/together.json', {with: {type: 'json'}})).default,
	'vercel-ai-gateway': async () =>
		(await import('./models/vercel-ai-gateway.json', {with: {type: 'json'}})).default,
	xai: async () => (await import('./models/xai.json', {with: {type: 'json'}})).default,
	xiaomi: async () => (await import('./models/xiaomi.json', {with: {type: 'json'}})).default,
	'xiaomi-token-plan-ams': async () =>
		(await import('./models/xiaomi-token-plan-ams.json', {with: {type: 'json'}})).default,
	'xiaomi-token-plan-cn': async () =>
		(await import('./models/xiaomi-token-plan-cn.json', {with: {type: 'json'}})).default,
	'xiaomi-token-plan-sgp': async () =>
		(await import('./models/xiaomi-token-plan-sgp.json', {with: {type: 'json'}})).default,
	zai: async () => (await import('./models/zai.json', {with: {type: 'json'}})).default,
	'zai-coding-cn': async () =>
		(await import('./models/zai-coding-cn.json', {with: {type: 'json'}})).default,
};

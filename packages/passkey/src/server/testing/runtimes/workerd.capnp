using Workerd = import "/workerd/workerd.capnp";

# The same bundle twice: as a worker is by default, and with Node's modules switched on.
const config :Workerd.Config = (
  services = [
    ( name = "plain",
      worker = ( modules = [ ( name = "worker", esModule = embed "workerd.js" ) ], compatibilityDate = "2026-01-01" ) ),
    ( name = "node",
      worker = ( modules = [ ( name = "worker", esModule = embed "workerd.js" ) ], compatibilityDate = "2026-01-01",
        compatibilityFlags = ["nodejs_compat"] ) ),
  ],
);

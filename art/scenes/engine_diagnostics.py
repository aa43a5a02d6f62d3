"""A laptop on the tool cart, plugged into the engine's data link, its fault codes on the screen."""
import math

from engine import engine, mats
from kit import V, area, box, camera, glow, group, kelvin, render, tube
from laptop import adapter, laptop, nine_pin_plug, nine_pin_socket
from hand_tools import rag, wrench
from workshop import ENGINE_HEIGHT, cart, engine_stand, hanging_lamp, room

CART = (-.30, -1.10, 0)
CART_TURN = math.radians(-33)
TABLE = .90


def on_cart(x, y, z=TABLE):
    """A place on the cart's mat in the room's coordinates."""
    c, s = math.cos(CART_TURN), math.sin(CART_TURN)
    return V((CART[0] + x * c - y * s, CART[1] + x * s + y * c, z))


M = mats(block='#161a1f')
room()
with group('engine', (0, 0, ENGINE_HEIGHT)):
    engine(M)
engine_stand(M)

cart(CART, CART_TURN, M)
laptop(on_cart(.06, -.10), CART_TURN, M)
adapter(on_cart(-.25, -.10), CART_TURN + .5, M)
wrench(on_cart(-.20, .12, TABLE + .004), CART_TURN + .3, M, .19)
wrench(on_cart(-.24, .16, TABLE + .004), CART_TURN + .42, M, .16)
rag(on_cart(-.33, .16), .7, '#7d1713', seed=3, size=.20, height=.035)

# The data link: socket on a bracket of the engine, plug, cable to the adapter, short lead to the laptop.
socket = V((-.30, -.47, .98))
facing = V((-.30, -.85, .30)).normalized()
turned = facing.to_track_quat('Z', 'Y').to_euler()
box((.09, .006, .10), socket - facing * .006, M['zinc'], .002, rot=turned)
box((.06, .16, .006), socket + V((.02, .09, -.045)), M['zinc'], .002)
nine_pin_socket(socket, turned, M)
backwards = (-facing).to_track_quat('Z', 'Y').to_euler()
nine_pin_plug(socket + facing * .022, backwards, M)
leaving = socket + facing * .11
tube([leaving, leaving + facing * .10, on_cart(-.44, .20, .985), on_cart(-.40, .02, .915), on_cart(-.33, -.13, .915)],
     .0055, M['rubber'], rad=.09, n=12)
tube([on_cart(-.175, -.06, .915), on_cart(-.13, -.05, .912), on_cart(-.14, -.04, .912), on_cart(-.115, -.03, .912)],
     .0028, M['rubber'], rad=.03, n=10)

# One warm lamp over the engine, cold rims from behind.
hanging_lamp((.15, -.72, 2.05), M, 60, (-.1, -.2, 1.25))
area((-2.3, -.9, 2.2), (-.5, 0, 1.1), .25, 20, kelvin(3200), size_y=.6)
area((1.7, 1.8, 2.3), (.1, .1, 1.3), .30, 150, kelvin(12000), size_y=2.4)
area((-2.0, 1.5, 2.1), (-.3, 0, 1.2), .25, 70, kelvin(9000), size_y=1.8)
area(on_cart(.06, -.04, 1.08), on_cart(.06, -.35, .93), .28, .9, kelvin(9000), size_y=.16)
hanging_lamp((3.3, 2.9, 1.80), M, 14, (3.2, 3.5, .8))
glow((.15, -.72, 2.03), .5, '#ffb266', .35, 3)

camera((-.96, -1.76, 1.37), (-.10, -.62, 1.12), 31, 6.3, on_cart(.06, -.02, 1.02))
render(samples=140, clamp=3, glare=.30, vignette=.35)
